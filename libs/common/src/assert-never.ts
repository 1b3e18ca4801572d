/** Makes a switch over a union exhaustive: the call does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value of kind ${typeof value}`);
}
