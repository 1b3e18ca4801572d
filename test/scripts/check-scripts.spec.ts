import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCE = '../dist/libs/engine/src/index.js';
const STATIC = `import { Engine } from '${SOURCE}';`;
const DYNAMIC = `const { Engine } = await import('${SOURCE}');`;
const ENGINE = 'export class Engine { constructor(readonly parts: { queue: string }, readonly lanes: number) {} }';

describe('the check of scripts and benches', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'presage-scripts-'));
    cpSync(path.join(ROOT, 'tsconfig.json'), path.join(folder, 'tsconfig.json'));
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    write('libs/engine/src/index.ts', ENGINE);
    // What was built before says nothing: an engine of long ago.
    write('dist/libs/engine/src/index.js', 'export class Engine { constructor(a) { this.a = a; } }');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(file: string, text: string): void {
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }

  /** What the check says of these benches. */
  function check(benches: Record<string, string>): { status: number | null; output: string } {
    for (const [name, text] of Object.entries(benches)) write(`bench/${name}.mjs`, text);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-scripts.mjs', folder], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  it('passes a bench that uses the engine as its source has it', () => {
    const good = `${STATIC}\nnew Engine({ queue: 'rings' }, 2);\n`;
    expect(check({ good })).toMatchObject({ status: 0, output: expect.stringContaining('1 files agree') });
  });

  it('finds what has changed since, however the module is imported', () => {
    const { status, output } = check({
      'part-renamed': `${STATIC}\nnew Engine({ rings: 'x' }, 2);\n`,
      'part-renamed-since': `${DYNAMIC}\nnew Engine({ rings: 'x' }, 2);\n`,
      'parameter-added': `${STATIC}\nnew Engine({ queue: 'x' });\n`,
      'method-gone': `${DYNAMIC}\nnew Engine({ queue: 'x' }, 2).accept();\n`,
      'export-gone': `import { Motor } from '${SOURCE}';\nnew Motor();\n`,
    });
    expect(status).toBe(1);
    const findings = output.split('\n').filter((line) => line.includes('bench/'));
    expect(findings).toEqual([
      expect.stringMatching(/export-gone.*has no exported member 'Motor'/),
      expect.stringMatching(/method-gone.*Property 'accept' does not exist/),
      expect.stringMatching(/parameter-added.*Expected 2 arguments, but got 1/),
      expect.stringMatching(/part-renamed-since.*'rings' does not exist/),
      expect.stringMatching(/part-renamed\.mjs.*'rings' does not exist/),
    ]);
  });
});
