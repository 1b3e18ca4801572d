import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';

const PACKAGE = path.join(PROJECT_ROOT, 'packages/sdk');
const MAX_COMPRESSED_BYTES = 10_000;

describe('the size of the SDK', () => {
  it(`is at most ${MAX_COMPRESSED_BYTES} bytes, minified and compressed, for every operation`, () => {
    const { outputFiles } = buildSync({
      entryPoints: [path.join(PACKAGE, 'src/index.ts')],
      ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'neutral' },
    });
    const [script] = outputFiles;
    expect(gzipSync(script?.contents ?? '', { level: 9 }).length).toBeLessThan(MAX_COMPRESSED_BYTES);
  });

  it('has no dependency', () => {
    const manifest: object = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
    expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
  });
});
