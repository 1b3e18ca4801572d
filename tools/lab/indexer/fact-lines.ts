export const FACT_KINDS = ['market', 'position', 'due', 'claimable', 'payment'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** Facts of a source as comparable lines, amounts in base units; a kind that the source does not know is absent. */
export type FactLines = Readonly<Partial<Record<FactKind, readonly string[]>>>;

/** Lines that only one of the two sources has, of the kinds that both know. */
export function listDifferences(reference: FactLines, facts: FactLines): string[] {
  return FACT_KINDS.flatMap((kind) => {
    const [expected, found] = [reference[kind], facts[kind]];
    if (expected === undefined || found === undefined) return [];
    const missing = listMissing(expected, found).map((line) => `lacks ${kind} ${line}`);
    return [...missing, ...listMissing(found, expected).map((line) => `has ${kind} ${line}`)];
  });
}

/** Counts repeated lines. */
function listMissing(wanted: readonly string[], lines: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return wanted.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}
