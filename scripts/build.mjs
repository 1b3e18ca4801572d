// For the benches of this folder, until they move to tools/bench.
export { build } from '../tools/build/build.mjs';
