import { readFileSync } from 'node:fs';
import path from 'node:path';
import { namesTestsOnly, parseReferences, parseTables } from './test-references.js';
import { isNameOfTest, listTitles } from './test-titles.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const page = read('docs/security.md');
const references = parseReferences(page);
const NAMES: Record<string, string[]> = {};
for (const { file, name } of references) (NAMES[file] ??= []).push(name);

describe('the page on security', () => {
  it.each(Object.entries(NAMES))('names existing tests of %s', (file, names) => {
    const source = read(file);
    const titles = listTitles(source);
    const missing = names.filter((name) => !titles.some((title) => isNameOfTest(name, { title, source })));
    expect(missing).toEqual([]);
  });

  it('names a test wherever it names a file', () => {
    const files = page.match(/`[\w./-]+\.ts`/g) ?? [];
    expect(files.length).toBeGreaterThan(100);
    expect(new Set(references.map(({ index }) => index)).size).toBe(files.length);
  });

  it.each(['Threats', 'Compromised parts'])('names a test in each row of %s', (section) => {
    const [, text = ''] = page.split(`\n## ${section}\n`);
    const tables = parseTables(text.split('\n## ')[0] ?? '');
    expect(tables.length).toBeGreaterThan(0);
    for (const { head, rows } of tables) {
      expect(head.at(-1)).toBe('Test');
      expect(rows.filter((cells) => !namesTestsOnly(cells.at(-1) ?? ''))).toEqual([]);
    }
  });
});

describe('the titles of tests', () => {
  const source = `
    it('plain', () => undefined);
    it.each([['one'], ['the other']])('cannot %s', (what) => what);
    it.each(CASES)(\`of \${SEEDS} seeds\`, () => undefined);
    describe('a group', () => log('it fails'));`;
  const isNamed = (name: string) => listTitles(source).some((title) => isNameOfTest(name, { title, source }));

  it.each(['plain', 'pl…', 'cannot %s', 'cannot one', 'cannot the other', 'of …'])('include "%s"', (name) => {
    expect(isNamed(name)).toBe(true);
  });

  it.each(['plai', 'a plain', 'cannot fly', 'cannot on', 'a group', 'it fails', '…'])('do not include "%s"', (name) => {
    expect(isNamed(name)).toBe(false);
  });
});

describe('the rows of a table', () => {
  it('are read without head and rule', () => {
    const text = 'Text\n\n| A | Test |\n|---|---|\n| 1 | `x.spec.ts` "a", "b" |\n| 2 | – |\n\nText';
    const [table] = parseTables(text);
    expect(table).toEqual({
      head: ['A', 'Test'],
      rows: [
        ['1', '`x.spec.ts` "a", "b"'],
        ['2', '–'],
      ],
    });
    expect(table?.rows.map((cells) => namesTestsOnly(cells.at(-1) ?? ''))).toEqual([true, false]);
    expect(parseReferences(text).map(({ file, name }) => [file, name])).toEqual([
      ['x.spec.ts', 'a'],
      ['x.spec.ts', 'b'],
    ]);
  });
});

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
