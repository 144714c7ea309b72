import type { FeverView } from "../../lib/wire.gen";
import type { Message } from "../types";

/** What a contract does, with the number of this match's box. */
export function sentence(view: FeverView, contract: string): Message {
  return { id: `contract.${contract}.text`, args: { n: view.contract_n[contract] ?? 0 } };
}
