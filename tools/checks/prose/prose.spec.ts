import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hitsIn, passagesOf } from './prose.js';

describe('the prose check', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'presage-prose-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Kind and line of each hit in a file with this text. */
  function hits(file: string, text: string): string[] {
    const place = path.join(root, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
    return passagesOf(root, file)
      .flatMap(hitsIn)
      .map(({ kind, line }) => `${kind} ${line}`);
  }

  it.each([
    'What is asked for waits.',
    'Waits. Those that are late are dropped.',
    '@returns what it was; nobody reads it',
    'Whatever was sent.',
    'Who holds the key.',
    'somebody else reads it',
    'the client, whom it serves',
    'errors of ours',
    'a folder of its own',
    'as it was told',
    'the result it foresees',
    'said of the row',
    'whatever comes of it',
    'the rows that there are',
    'late by so much, and stopped',
    'Read by the worker alone.',
    '50 unless told otherwise',
    'from the first block on.',
    'one ring for each lane',
    'the lanes in hand',
  ])('counts a comment that says: %s', (phrase) => {
    expect(hits('apps/a.ts', `const a = 1;\n// ${phrase}\n`)).toEqual(['comment 2']);
  });

  it.each([
    'Returns the row, or null.',
    'so long as the lease is held, so many rows that a page overflows',
    'leaves the lock alone',
    'whoever is quoted: `nobody`',
    'a string and its own length',
  ])('passes: %s', (phrase) => {
    expect(hits('apps/a.ts', `/** ${phrase.replace('whoever is', 'Values are')} */\n`)).toEqual([]);
  });

  it('finds phrases that span lines, and names the line of their start', () => {
    expect(hits('apps/a.ts', '/**\n * Gives it a folder of\n * its own.\n */\n')).toEqual(['comment 2']);
    expect(hits('apps/a.ts', '// Read by the worker\n// alone.\n')).toEqual(['comment 1']);
  });

  it('tells comments from quotes, slashes and templates', () => {
    const text = [
      "const quote = /'/; // nobody",
      'const a = `// nobody ${1 /* somebody */} // whom`;',
      "const b = '//';",
    ];
    expect(hits('deploy/a.mjs', `${text.join('\n')}\n`)).toEqual(['comment 1', 'comment 2']);
  });

  it('reads texts of the product as public, SQL comments as comments', () => {
    const sql = 'const sql = `SELECT 1\n  -- what nobody reads\n  FROM lanes`;\n';
    expect(hits('libs/a.ts', `const text = 'What it cost.';\n${sql}`)).toEqual(['public string 1', 'comment 3']);
    expect(hits('libs/b.ts', "log('execution.ring_lost');\n")).toEqual(['public string 1']);
    expect(hits('libs/c.ts', 'fail(`it was told ${1} times`);\n')).toEqual(['public string 1']);
    expect(hits('test/d.ts', "send('nobody is told');\n")).toEqual([]);
  });

  it('reads the texts, attributes and comments of elements', () => {
    const text = [
      'const title = (',
      '  <p title="as it was told">',
      "    It's kept, {/* nobody */}",
      '    and told to {name} // whom',
      '  </p>',
      ');',
    ];
    expect(hits('apps/a.tsx', `${text.join('\n')}\n`)).toEqual([
      'comment 3',
      ...['public string 2', 'public string 4', 'public string 4'],
    ]);
  });

  it('reads names of tests, also in tables', () => {
    const text = ["describe('a story', () => {", "  it.each([1])('is told %s', () => send('nobody'));", '});'];
    expect(hits('libs/a.spec.ts', `${text.join('\n')}\n`)).toEqual(['test name 1', 'test name 2']);
  });

  it('finds banned words in file names and identifiers', () => {
    expect(hits('libs/story-run.ts', 'const ringMs = 1;\nfunction stringify(): void {}\n')).toEqual([
      'name 1',
      'name 1',
    ]);
  });

  it('reads documents without their code', () => {
    const text =
      '# Title\n\n```sh\n# nobody\n```\n- What is kept\n\n| Row | Who reads it |\n|---|---|\n`nobody` reads [it](whom.md)\n';
    expect(hits('docs/a.md', text)).toEqual(['document 6', 'document 8']);
  });

  it('reads YAML comments, alert texts, Solidity, shell, settings and dashboards', () => {
    expect(hits('deploy/a.yaml', "# nobody\nkey: '# somebody'  # whom\nlist:\n  - nobody # ours\n")).toEqual([
      ...['comment 1', 'comment 2', 'comment 4'],
    ]);
    expect(hits('deploy/alerts.yml', 'summary: nobody answers\n')).toEqual(['public string 1']);
    expect(hits('contracts/a.sol', 'contract A { // nobody\n  string a = "// whom";\n}\n')).toEqual(['comment 1']);
    expect(hits('.ci/run', '#!/bin/sh\n# nobody\n')).toEqual(['comment 2']);
    expect(hits('.env.example', '# What it is called.\n')).toEqual(['public string 1']);
    expect(hits('deploy/grafana-dashboard.json', '"title": "Rings",\n')).toEqual(['public string 1']);
  });

  it('reads questions as questions', () => {
    expect(hits('docs/a.md', '## What happens when a worker dies?\n')).toEqual([]);
  });
});
