// @ts-check
// Builds what has changed and runs one compiled module: `node tools/run.mjs apps/devnet/src/main [arguments]`.
import path from 'node:path';
import { build } from './build/build.mjs';

const [module = '', ...rest] = process.argv.slice(2);
await build();
const file = path.resolve(import.meta.dirname, '../dist', `${module}.js`);
process.argv.splice(1, process.argv.length, file, ...rest);
await import(file);
