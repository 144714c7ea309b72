/**
 * The arguments of an event or of a label, which come as a game tells them: read by name, and checked when they are.
 * That a game tells what is read of it, tests/texts/test_page_sources.py holds.
 */
export type Args = Readonly<Record<string, unknown>>;

function read<T>(args: Args, name: string, fits: (value: unknown) => value is T, otherwise?: T): T {
  const value = args[name] ?? otherwise;
  if (!fits(value))
    throw new TypeError(`${name} cannot be ${JSON.stringify(value)} in ${JSON.stringify(args)}`);
  return value;
}

const isNumber = (value: unknown): value is number => typeof value === "number";
const isText = (value: unknown): value is string => typeof value === "string";
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** `otherwise` stands where there is no such argument; without it, that is a mistake. */
export const readNumber = (args: Args, name: string, otherwise?: number): number =>
  read(args, name, isNumber, otherwise);
export const readText = (args: Args, name: string, otherwise?: string): string =>
  read(args, name, isText, otherwise);
export const readTexts = (args: Args, name: string, otherwise?: string[]): string[] =>
  read(args, name, areTexts, otherwise);
