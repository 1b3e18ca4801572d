/** All entries of all records; of entries alike in name, the last. */
export function merged<T>(records: readonly Readonly<Record<string, T>>[]): Record<string, T> {
  return Object.fromEntries(records.flatMap((record) => Object.entries(record)));
}
