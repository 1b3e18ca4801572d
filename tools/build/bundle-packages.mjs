// @ts-check
// Bundles the packages that the product imports into dist/bundles.
// Node spends most of a start on resolving and opening files. The packages of the API have 2,000, and 600 source maps.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Matches static and dynamic imports of packages. Types are not loaded. */
const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s)?'([^.'][^']*)'|\bimport\('([^.'][^']*)'\)/gm;
/** Matches the same in compiled files, with what stands before the specifier. */
const COMPILED_IMPORT = /^((?:import|export)\s(?:[^;'"]*?\sfrom\s)?|.*?\bimport\()(["'])([^.'"][^'"]*)\2/gm;
/** Shared by all packages that use it, and a single file. */
const METADATA = 'reflect-metadata';
/** Finds its binary beside its files. */
const NATIVE = 'msgpackr-extract';
/**
 * Begins every chunk. Chunks run in another order than the modules that they contain, and NestJS's decorators need the
 * metadata API. CommonJS packages need the other names.
 */
const BANNER = `import '${METADATA}';
import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;`;
/** Of the names that Node offers, those that it adds to CommonJS modules. */
const ADDED_NAMES = ['__esModule', 'module.exports'];

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Returns what the sources import from the packages in `dependencies` of package.json.
 * @param {readonly string[]} sources texts of source files
 */
export function importedSpecifiers(sources) {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const imported = sources.flatMap((text) => [...text.matchAll(IMPORT)].map(([, fixed, lazy]) => fixed ?? lazy ?? ''));
  return [...new Set(imported)].filter((one) => parsePackage(one) in dependencies && one !== METADATA).sort();
}

/**
 * Replaces what a compiled file imports.
 * @param {string} code
 * @param {(specifier: string) => string} replace
 */
export function replaceSpecifiers(code, replace) {
  return code.replaceAll(
    COMPILED_IMPORT,
    (_all, before, quote, specifier) => before + quote + replace(specifier) + quote,
  );
}

/**
 * Writes a module for each specifier, with the names that Node offers of it, and the chunks that they share.
 * @param {readonly string[]} specifiers
 * @param {string} target folder of the bundle
 */
async function bundlePackages(specifiers, target) {
  const { build } = await import('esbuild'); // loaded only when there is something to bundle
  await build({
    absWorkingDir: root,
    entryPoints: specifiers.map((specifier) => ({ in: `facade:${specifier}`, out: toModule(specifier) })),
    outdir: target,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: [], // those of Node, without `module`
    banner: { js: BANNER },
    chunkNames: '.chunks/[hash]',
    // V8 keeps the source text in memory, with two bytes for each character if a single one is outside of Latin-1.
    minifyWhitespace: true,
    lineLimit: 160, // Node prints the line that threw
    legalComments: 'external',
    external: [METADATA, NATIVE],
    plugins: [facades, optionalPackages],
    logLevel: 'error',
  });
}

/** @param {string} specifier */
function parsePackage(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** @param {string} specifier @returns {string} its module in the bundle, without the extension */
export function toModule(specifier) {
  return specifier === parsePackage(specifier) ? `${specifier}/index` : specifier;
}

/** @type {import('esbuild').Plugin} modules that export what Node exports of a package, CommonJS or not */
const facades = {
  name: 'facades',
  setup({ onResolve, onLoad }) {
    // As in Node, the default export for `.mjs` is all that a CommonJS module exports.
    onResolve({ filter: /^facade:/ }, ({ path: name }) => ({ path: `${name}.mjs`, namespace: 'facade' }));
    onLoad({ filter: /./, namespace: 'facade' }, async (args) => {
      const specifier = args.path.replace(/^facade:(.+)\.mjs$/, '$1');
      const names = Object.keys(await import(specifier)).filter((name) => !ADDED_NAMES.includes(name));
      const contents =
        names.length === 0 ? `import '${specifier}';` : `export { ${names.join(', ')} } from '${specifier}';`;
      return { contents, resolveDir: root };
    });
  },
};

/** @type {import('esbuild').Plugin} leaves packages that are not installed, such as TypeORM's other drivers */
const optionalPackages = {
  name: 'optional-packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/, namespace: 'file' }, async ({ path: name, pluginData, ...args }) => {
      if (pluginData === 'resolving' || args.kind === 'import-statement') return null;
      const { kind, importer, resolveDir } = args;
      const resolved = await resolve(name, { kind, importer, resolveDir, pluginData: 'resolving' });
      return resolved.errors.length > 0 ? { path: name, external: true } : resolved;
    });
  },
};

// Runs as a separate process, because naming the exports loads the packages.
if (process.argv[1] === import.meta.filename) {
  const [target = '', ...specifiers] = process.argv.slice(2);
  await bundlePackages(specifiers, target);
}
