// npm run check: everything that is judged without running the product. Parts run side by side, and the output of one
// is shown only when it fails. `npm run check -- types lint` runs those parts alone.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const tool = (file) => path.join('node_modules', file);

/** The slowest first, so that the short ones fill the gaps. */
const PARTS = {
  lint: ['eslint, no warnings', tool('eslint/bin/eslint.js'), '.', '--max-warnings=0'],
  unused: ['files, exports and packages that nobody uses', tool('knip/bin/knip.js'), '--treat-config-hints-as-errors'],
  types: ['the TypeScript compiler', tool('typescript/bin/tsc'), '--noEmit'],
  scripts: ['scripts and benches, against the sources that they use', 'scripts/check-scripts.mjs'],
  boundaries: [
    'which room may know which',
    ...[tool('dependency-cruiser/bin/dependency-cruise.mjs'), 'apps', 'libs', 'migrations', 'tools'],
    ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  ],
  format: ['prettier', tool('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'],
  contracts: ['generated ABI and bytecode are what the sources say', 'scripts/contracts.mjs', '--check'],
  config: ['.env.example and docs/configuration.md are what libs/config says', 'scripts/env-example.mjs', '--check'],
  openapi: [
    'the API’s description is linted, and docs/errors.md and the client’s types are what it says',
    'scripts/openapi.mjs',
    '--check',
  ],
  observability: ['dashboard and alerts name metrics that exist', 'scripts/check-observability.mjs'],
  lockfile: ['complete for every platform, tied to no registry, install scripts judged', 'scripts/check-lockfile.mjs'],
  licences: ['dependencies may be given out under Apache-2.0', 'scripts/check-licences.mjs'],
  texts: ['no leftovers, and documents that point at what is there', 'scripts/check-texts.mjs'],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`[check] no such part: ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}

const startedMs = performance.now();
const waiting = (asked.length > 0 ? asked : Object.keys(PARTS)).map((name) => [name, PARTS[name]]);
const results = [];
await Promise.all(Array.from({ length: atOnce() }, work));

for (const { name, output } of results.filter(({ passed }) => !passed)) {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}\n${output.trim()}\n`);
}
console.log(results.map(line).join('\n'));
console.log(`\n${results.every(({ passed }) => passed) ? 'all passed' : 'failed'} in ${seconds(startedMs)}`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

/** Each part takes up to a gigabyte, and a machine's cores may be more than it is given. */
function atOnce() {
  return Math.min(4, Math.max(2, availableParallelism()));
}

async function work() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const [name, [meaning, ...command]] = part;
    const partStartedMs = performance.now();
    const { exitCode, output } = await run(command);
    results.push({ name, meaning, passed: exitCode === 0, output, time: seconds(partStartedMs) });
  }
}

function run(command) {
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, output })));
}

function line({ name, meaning, passed, time }) {
  return `${passed ? 'ok  ' : 'FAIL'}  ${name.padEnd(13)} ${time.padStart(7)}  ${meaning}`;
}

function seconds(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
