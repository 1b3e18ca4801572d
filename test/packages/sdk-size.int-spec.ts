import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';

const PACKAGE = path.join(PROJECT_ROOT, 'packages/sdk');
const MAX_COMPRESSED_BYTES = 10_000;
const MAX_CODE_LINES = 660;
const NO_CODE = /^\s*(?:\/\/|\/\*|\*|$)/;

describe('the size of the SDK', () => {
  it(`is at most ${MAX_COMPRESSED_BYTES} bytes, minified and compressed, for every operation`, () => {
    const { outputFiles } = buildSync({
      entryPoints: [path.join(PACKAGE, 'src/index.ts')],
      ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'neutral' },
    });
    const [script] = outputFiles;
    expect(gzipSync(script?.contents ?? '', { level: 9 }).length).toBeLessThan(MAX_COMPRESSED_BYTES);
  });

  it(`is less than ${MAX_CODE_LINES} lines of code that is not generated, without comments`, () => {
    const folder = path.join(PACKAGE, 'src');
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('spec.ts'));
    const lines = files.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'));
    expect(lines.filter((line) => !NO_CODE.test(line)).length).toBeLessThan(MAX_CODE_LINES);
  });

  it('has no dependency', () => {
    const manifest: object = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
  });
});
