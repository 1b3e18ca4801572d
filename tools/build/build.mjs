// @ts-check
// Compiles apps, dev, libs, packages, migrations and tools to dist/ with swc in about a second; `npm run check -- types` checks types.
// dist/.build-stamp keeps a hash of every source, so that only changed files are compiled.
// dist/bundles holds the bundled packages, which compiled files import by path. They change with package-lock.json and with
// the product's imports.
// dist/apps/console holds the console's files for browsers. They change with its sources and with the SDK's.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { importedSpecifiers, replaceSpecifiers, toModule } from './bundle-packages.mjs';

/**
 * @typedef {object} Stamp
 * @property {string} environment hash of all inputs that are not source files
 * @property {Record<string, string>} files hash by source file
 * @property {readonly string[]} imports what the product imports from packages
 * @property {string} console hash of the console's sources
 */

const root = path.resolve(import.meta.dirname, '../..');
const out = path.join(root, 'dist');
const stampFile = path.join(out, '.build-stamp');
/** The image is built without packages, test support and tools. */
const folders = ['apps', 'dev', 'libs', 'packages', 'migrations', 'tools', 'test/support', 'contracts/testing'].filter(
  (folder) => existsSync(path.join(root, folder)),
);
const libraries = readdirSync(path.join(root, 'libs'));
/** Sources by the names under which other folders import them. */
const aliases = {
  ...Object.fromEntries(libraries.map((name) => [`@app/${name}`, [`libs/${name}/src/index.ts`]])),
  '@presage/sdk': ['packages/sdk/src/index.ts'],
  '@presage/mcp': ['packages/mcp/src/index.ts'],
};
/** Tools use the packages of the product, and further ones that are not bundled. */
const PRODUCT_SOURCE = /^(apps|dev|libs|migrations)\/.+\.ts$/;
/** Output of `npm run build -w @presage/sdk`, and what a package has installed for itself. */
const PUBLISHED = /^packages\/[^/]+\/(dist|node_modules)\//;
const BUNDLER = 'tools/build/bundle-packages.mjs';
const CONSOLE_BUNDLER = 'tools/build/bundle-console.mjs';
const CONSOLE = 'apps/console';
const BUNDLES = 'bundles';
/** Sources of the files for browsers. The SDK is compiled for Node, too. */
const CONSOLE_SOURCE = /^(apps\/console|packages\/sdk)\//;

/** Builds dist/ when the sources have changed. @returns {Promise<boolean>} whether anything was compiled */
export async function build() {
  const wanted = currentStamp();
  const built = builtStamp();
  if (JSON.stringify(built) === JSON.stringify(wanted)) return false;
  const { files, imports, console: builtConsole } = built.environment === wanted.environment ? built : NOT_BUILT;
  const hasSameImports = imports.join() === wanted.imports.join();
  const staging = path.join(root, '.cache', `build-${process.pid}`);
  rmSync(staging, { recursive: true, force: true });
  const isBundled = hasSameImports && reuse(listOutput(BUNDLES), staging);
  const hasConsole = builtConsole === wanted.console && reuse(listOutput(CONSOLE), staging);
  await Promise.all([
    isBundled || bundlePackages(wanted.imports, staging),
    hasConsole || bundleConsole(staging),
    ...Object.entries(wanted.files).map(async ([file, hash]) => {
      const isCompiled = hasSameImports && files[file] === hash && reuse(listOutputs(file), staging);
      if (!isCompiled) await compile(file, staging, wanted.imports);
    }),
  ]);
  writeFileSync(path.join(staging, '.build-stamp'), JSON.stringify(wanted));
  replaceOutput(staging);
  return true;
}

/** @returns {{ name: string, file: string }[]} the bundled modules: the name to import, and the file */
export function bundledModules() {
  return builtStamp().imports.map((name) => ({ name, file: path.join(out, bundleOf(name)) }));
}

/** @param {string} specifier @returns {string} the bundled module, relative to dist/ */
function bundleOf(specifier) {
  return `${BUNDLES}/${toModule(specifier)}.js`;
}

/** @type {Stamp} */
const NOT_BUILT = { environment: '', files: {}, imports: [], console: '' };

/** @returns {Stamp} */
function currentStamp() {
  const files = folders
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/(spec|\.d)\.ts$|\.mjs$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !PUBLISHED.test(file))
    .sort();
  const all = files.map((file) => ({ file, content: read(file) }));
  const sources = all.filter(({ file }) => !file.startsWith(`${CONSOLE}/`));
  return {
    environment: computeHash(
      process.version,
      ...libraries,
      ...['tsconfig.json', 'package-lock.json', 'tools/build/build.mjs', BUNDLER, CONSOLE_BUNDLER].map(read),
    ),
    files: Object.fromEntries(sources.map(({ file, content }) => [file, computeHash(content)])),
    imports: importedSpecifiers(
      sources.filter(({ file }) => PRODUCT_SOURCE.test(file)).map(({ content }) => content.toString()),
    ),
    console: computeHash(
      ...all.filter(({ file }) => CONSOLE_SOURCE.test(file)).flatMap(({ file, content }) => [file, content]),
    ),
  };
}

/** @returns {Stamp} */
function builtStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return NOT_BUILT;
  }
}

/** @param {string} file */
function read(file) {
  return readFileSync(path.join(root, file));
}

/** @param {(string | Buffer)[]} parts */
function computeHash(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}

/**
 * @param {string} file a source file, relative to the root
 * @returns {string[]} its files in the output
 */
function listOutputs(file) {
  const output = file.replace(/\.ts$/, '.js');
  return output === file ? [file] : [output, `${output}.map`];
}

/**
 * @param {string} folder a folder of dist/
 * @returns {string[]} its files relative to dist/, none when another build replaces it
 */
function listOutput(folder) {
  try {
    return readdirSync(path.join(out, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
}

/**
 * Takes files over from dist/.
 * @param {readonly string[]} outputs files relative to dist/
 * @param {string} target the output folder
 * @returns {boolean} false when dist/ lacks one, as when another build replaces dist/
 */
function reuse(outputs, target) {
  try {
    for (const output of outputs) {
      mkdirSync(path.dirname(path.join(target, output)), { recursive: true });
      linkSync(path.join(out, output), path.join(target, output));
    }
    return outputs.length > 0;
  } catch {
    for (const output of outputs) rmSync(path.join(target, output), { force: true });
    return false;
  }
}

/**
 * Runs in a separate process, because it loads all of these packages.
 * @param {readonly string[]} specifiers
 * @param {string} target the output folder
 */
async function bundlePackages(specifiers, target) {
  const args = [path.join(root, BUNDLER), path.join(target, BUNDLES), ...specifiers];
  await promisify(execFile)(process.execPath, args);
}

/** @param {string} target the output folder */
async function bundleConsole(target) {
  const bundler = await import('./bundle-console.mjs'); // loaded only when there is something to bundle
  await bundler.bundleConsole(path.join(target, CONSOLE));
}

/**
 * Compiles a TypeScript file; copies any other file.
 * @param {string} file a source file, relative to the root
 * @param {string} target the output folder
 * @param {readonly string[]} bundled specifiers that are replaced by the path of the bundle
 */
async function compile(file, target, bundled) {
  const [output = file, mapFile] = listOutputs(file);
  mkdirSync(path.dirname(path.join(target, output)), { recursive: true });
  if (mapFile === undefined) {
    writeFileSync(path.join(target, output), read(file));
    return;
  }
  const { transformFile } = await import('@swc/core'); // loaded only when there is something to compile
  const { code, map } = await transformFile(path.join(root, file), {
    swcrc: false,
    cwd: root,
    sourceMaps: true,
    inlineSourcesContent: false, // Node keeps the source map of every module in memory
    jsc: {
      baseUrl: root,
      paths: aliases,
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'es6', resolveFully: true },
  });
  const linked = replaceSpecifiers(code, (specifier) =>
    bundled.includes(specifier) ? path.posix.relative(path.dirname(output), bundleOf(specifier)) : specifier,
  );
  writeFileSync(path.join(target, output), `${linked}\n//# sourceMappingURL=${path.basename(mapFile)}\n`);
  writeFileSync(path.join(target, mapFile), map ?? '');
}

/**
 * Replaces dist/ as a whole: `npm start` and `npm test` may build at the same time.
 * @param {string} staging the folder of the new output
 */
function replaceOutput(staging) {
  const aside = `${staging}-replaced`;
  for (let replaced = false; !replaced;) {
    rmSync(aside, { recursive: true, force: true });
    try {
      if (existsSync(out)) renameSync(out, aside);
      renameSync(staging, out);
      replaced = true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(code) || !existsSync(staging)) throw error;
    }
  }
  rmSync(aside, { recursive: true, force: true });
}

if (process.argv[1] === import.meta.filename) {
  const startedMs = performance.now();
  const built = await build();
  console.log(built ? `[build] compiled in ${Math.round(performance.now() - startedMs)} ms` : '[build] up to date');
}
