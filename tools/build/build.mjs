// @ts-check
// Compiles apps, libs, migrations and tools to dist/ with swc in about a second; `npm run check -- types` checks types.
// A hash of all inputs is stored beside the output, and an unchanged tree is not built again.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const out = path.join(root, 'dist');
const stamp = path.join(out, '.build-stamp');
/** The image is built without test support and most tools. */
const folders = ['apps', 'libs', 'migrations', 'tools', 'test/support'].filter((folder) =>
  existsSync(path.join(root, folder)),
);

function sources() {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
    )
    .filter((file) => !/(spec|\.d)\.ts$|\.mjs$/.test(file))
    .sort();
}

/** @param {string[]} files */
function fingerprint(files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...files, 'tsconfig.json', 'package-lock.json', 'tools/build/build.mjs']) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/** @param {string} file a source file, relative to the root */
async function transform(file) {
  const { transformFile } = await import('@swc/core'); // loaded only when there is something to compile
  const libraries = readdirSync(path.join(root, 'libs'));
  return transformFile(path.join(root, file), {
    swcrc: false,
    cwd: root,
    sourceMaps: true,
    jsc: {
      baseUrl: root,
      paths: Object.fromEntries(libraries.map((name) => [`@app/${name}`, [`libs/${name}/src/index.ts`]])),
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'es6', resolveFully: true },
  });
}

/**
 * @param {string} file a source file, relative to the root
 * @param {string} target the output folder
 * @param {import('@swc/core').Output} output
 */
function write(file, target, { code, map }) {
  const destination = path.join(target, file.replace(/\.ts$/, '.js'));
  mkdirSync(path.dirname(destination), { recursive: true });
  writeFileSync(destination, `${code}\n//# sourceMappingURL=${path.basename(destination)}.map\n`);
  writeFileSync(`${destination}.map`, map);
}

/**
 * @param {string} file relative to the root
 * @param {string} target the output folder
 */
function copy(file, target) {
  const destination = path.join(target, file);
  mkdirSync(path.dirname(destination), { recursive: true });
  copyFileSync(path.join(root, file), destination);
}

/**
 * Compiles changed sources into dist/ and removes the output of deleted ones.
 * The next build compiles everything again. Rejects with the compiler's message, and then writes nothing.
 * @param {readonly string[]} files relative to the root
 */
export async function compileFiles(files) {
  rmSync(stamp, { force: true });
  const present = files.filter((file) => existsSync(path.join(root, file)));
  const sources = present.filter((file) => file.endsWith('.ts'));
  const outputs = await Promise.all(sources.map(transform));
  sources.forEach((file, index) => write(file, out, outputs[index]));
  for (const file of present.filter((name) => !name.endsWith('.ts'))) copy(file, out);
  for (const file of files.filter((name) => !present.includes(name))) {
    rmSync(path.join(out, file.replace(/\.ts$/, '.js')), { force: true });
  }
}

/** Builds dist/ when the sources have changed. @returns {Promise<boolean>} whether anything was compiled */
export async function build() {
  const files = sources();
  const wanted = fingerprint(files);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  const staging = path.join(root, '.cache', `build-${process.pid}`);
  rmSync(staging, { recursive: true, force: true });
  for (const file of files.filter((name) => !name.endsWith('.ts'))) copy(file, staging);
  const compiled = files.filter((file) => file.endsWith('.ts'));
  await Promise.all(compiled.map(async (file) => write(file, staging, await transform(file))));
  writeFileSync(path.join(staging, '.build-stamp'), wanted);
  replaceOutput(staging);
  return true;
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
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code) || !existsSync(staging)) throw error;
    }
  }
  rmSync(aside, { recursive: true, force: true });
}

if (process.argv[1] === import.meta.filename) {
  const started = Date.now();
  const built = await build();
  if (!process.argv.includes('--quiet')) {
    console.log(built ? `[build] compiled in ${Date.now() - started} ms` : '[build] up to date');
  }
}
