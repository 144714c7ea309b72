// node --experimental-websocket example.js http://localhost:8000/t/TABLE : a bot that plays at random
import { connect } from "./stajnia.js";

const table = connect(process.argv[2] ?? "", { name: "Kasztan" });
for await (const decision of table) {
  const { legal, n } = decision;
  await decision.play(legal[Math.floor(Math.random() * legal.length)] ?? "");
  console.log(n);
}
console.log(JSON.stringify(table.result));
