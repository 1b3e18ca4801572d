/** A test that a document names as `file` "name". */
export interface TestReference {
  file: string;
  name: string;
  /** Position of the file in the text. */
  index: number;
}

const REFERENCE = /`([\w./-]+\.ts)` ("[^"]+"(?:, "[^"]+")*)/g;

/** References to tests. Commas separate several names of one file. */
export function parseReferences(text: string): TestReference[] {
  return [...text.matchAll(REFERENCE)].flatMap(({ index, 1: file = '', 2: names }) =>
    [...(names ?? '').matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name, index })),
  );
}

/** Whether the cell of a table has references to tests and nothing else. */
export function namesTestsOnly(cell: string): boolean {
  return cell !== '' && cell.split('<br>').every((part) => part.replace(REFERENCE, '') === '');
}

/** Tables of a Markdown text whose cells contain no `|`. */
export function parseTables(text: string): { head: string[]; rows: string[][] }[] {
  return [...text.matchAll(/(?:^\|.*\|$\n?)+/gm)].map(([table]) => {
    const [head = [], , ...rows] = table
      .trim()
      .split('\n')
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
    return { head, rows };
  });
}
