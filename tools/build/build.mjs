// @ts-check
// Compiles apps, libs, packages, migrations and tools to dist/ with swc in about a second; `npm run check -- types` checks types.
// dist/.build-stamp keeps a hash of every source, so that only changed files are compiled.
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} Stamp
 * @property {string} environment hash of all inputs that are not source files
 * @property {Record<string, string>} files hash by source file
 */

const root = path.resolve(import.meta.dirname, '../..');
const out = path.join(root, 'dist');
const stampFile = path.join(out, '.build-stamp');
/** The image is built without packages, test support and tools. */
const folders = ['apps', 'libs', 'packages', 'migrations', 'tools', 'test/support'].filter((folder) =>
  existsSync(path.join(root, folder)),
);
const libraries = readdirSync(path.join(root, 'libs'));
/** Sources by the names under which other folders import them. */
const aliases = {
  ...Object.fromEntries(libraries.map((name) => [`@app/${name}`, [`libs/${name}/src/index.ts`]])),
  '@presage/sdk': ['packages/sdk/src/index.ts'],
  'presage-mcp': ['packages/mcp/src/index.ts'],
};

/** Builds dist/ when the sources have changed. @returns {Promise<boolean>} whether anything was compiled */
export async function build() {
  const wanted = currentStamp();
  const built = builtStamp();
  if (JSON.stringify(built) === JSON.stringify(wanted)) return false;
  const reusable = built.environment === wanted.environment ? built.files : {};
  const staging = path.join(root, '.cache', `build-${process.pid}`);
  rmSync(staging, { recursive: true, force: true });
  await Promise.all(
    Object.entries(wanted.files).map(async ([file, hash]) => {
      if (reusable[file] !== hash || !reuseOutput(file, staging)) await compile(file, staging);
    }),
  );
  writeFileSync(path.join(staging, '.build-stamp'), JSON.stringify(wanted));
  replaceOutput(staging);
  return true;
}

/** @returns {Stamp} */
function currentStamp() {
  const files = folders
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/(spec|\.d)\.ts$|\.mjs$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
  return {
    environment: hashOf(
      process.version,
      ...libraries,
      ...['tsconfig.json', 'package-lock.json', 'tools/build/build.mjs'].map(read),
    ),
    files: Object.fromEntries(files.map((file) => [file, hashOf(read(file))])),
  };
}

/** @returns {Stamp} */
function builtStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return { environment: '', files: {} }; // not built yet, or by an earlier version of this file
  }
}

/** @param {string} file */
function read(file) {
  return readFileSync(path.join(root, file));
}

/** @param {(string | Buffer)[]} parts */
function hashOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}

/**
 * @param {string} file a source file, relative to the root
 * @returns {string[]} its files in the output
 */
function outputsOf(file) {
  const output = file.replace(/\.ts$/, '.js');
  return output === file ? [file] : [output, `${output}.map`];
}

/**
 * @param {string} file a source file, relative to the root
 * @param {string} target the output folder
 * @returns {boolean} false when dist/ lacks it, as when another build replaces dist/
 */
function reuseOutput(file, target) {
  try {
    for (const output of outputsOf(file)) {
      mkdirSync(path.dirname(path.join(target, output)), { recursive: true });
      linkSync(path.join(out, output), path.join(target, output));
    }
    return true;
  } catch {
    for (const output of outputsOf(file)) rmSync(path.join(target, output), { force: true });
    return false;
  }
}

/**
 * Compiles a TypeScript file; copies any other file.
 * @param {string} file a source file, relative to the root
 * @param {string} target the output folder
 */
async function compile(file, target) {
  const [output = file, mapFile] = outputsOf(file);
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
  writeFileSync(path.join(target, output), `${code}\n//# sourceMappingURL=${path.basename(mapFile)}\n`);
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
