// @ts-check
// Bundles the console for browsers: one page, and files with a hash in their name, which browsers keep for ever.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'apps/console');

/** @param {string} target folder of the bundle */
export async function bundleConsole(target) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { console: path.join(source, 'src/main.tsx'), icon: path.join(source, 'icon.svg') },
    outdir: target,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    tsconfig: path.join(source, 'tsconfig.json'),
    loader: { '.svg': 'copy' },
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    legalComments: 'none',
    metafile: true,
    logLevel: 'error',
  });
  const outputs = Object.entries(metafile.outputs).map(([file, output]) => ({ name: path.basename(file), ...output }));
  /** @param {RegExp} pattern */
  const find = (pattern) => outputs.find(({ name }) => pattern.test(name)) ?? fail(`no output matches ${pattern}`);
  const script = find(/^console-.*\.js$/);
  const preloads = script.imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path: file }) => `<link rel="modulepreload" href="/console/${path.basename(file)}" />`);
  const page = readFileSync(path.join(source, 'page.html'), 'utf8')
    .replace('{icon}', find(/^icon-/).name)
    .replace('{styles}', find(/^console-.*\.css$/).name)
    .replace('{preloads}', preloads.join('\n    '))
    .replace('{script}', script.name);
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(target, 'index.html'), page);
}

/** @param {string} message @returns {never} */
function fail(message) {
  throw new Error(message);
}
