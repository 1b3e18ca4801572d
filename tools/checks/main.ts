import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { installPackages } from './packages.js';
import { PARTS, type Part } from './parts.js';

/** Each part uses up to 1 GB, and a container may have fewer cores than Node reports. */
const MAX_PARALLEL_PARTS = Math.min(4, Math.max(2, availableParallelism()));
const RULE_WIDTH = 76;

interface PartResult {
  readonly name: string;
  readonly purpose: string;
  readonly passed: boolean;
  readonly output: string;
  readonly durationMs: number;
}

/**
 * `npm run check [-- part …] [-- part options]` checks the tree without running the product.
 * Parts run in parallel. The output of a part is shown when it fails or was requested with options.
 */
async function check(args: readonly string[]): Promise<number> {
  if (args.length === 1 && ['--help', '-h', 'help'].includes(args[0] ?? '')) {
    const parts = Object.entries(PARTS).map(([name, { purpose }]) => `  ${name.padEnd(13)}  ${purpose}`);
    console.log(`Usage: npm run check [-- PART …] [-- PART OPTION …]\n\nParts:\n${parts.join('\n')}`);
    return 0;
  }
  const split = args.findIndex((arg) => arg.startsWith('-'));
  const requested = split === -1 ? args : args.slice(0, split);
  const options = split === -1 ? [] : args.slice(split);
  const unknown = requested.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) {
    console.error(`[check] unknown part ${unknown.join(', ')}; the parts are ${Object.keys(PARTS).join(', ')}`);
    return 2;
  }
  if (options.length > 0 && requested.length !== 1) {
    console.error('[check] options need exactly one part, as in: npm run check -- prose --list');
    return 2;
  }
  installPackages();
  const startedMs = performance.now();
  const results = await runAll(requested.length > 0 ? requested : Object.keys(PARTS), options);
  const passed = results.every((result) => result.passed);
  for (const { name, output } of results.filter((result) => !result.passed || options.length > 0)) {
    console.log(`\n── ${name} ${'─'.repeat(Math.max(0, RULE_WIDTH - name.length))}\n${output.trim()}\n`);
  }
  console.log(results.map(describe).join('\n'));
  console.log(`\n${passed ? 'all passed' : 'failed'} in ${seconds(performance.now() - startedMs)}`);
  return passed ? 0 : 1;
}

async function runAll(names: readonly string[], options: readonly string[]): Promise<PartResult[]> {
  const queue = Object.entries(PARTS).filter(([name]) => names.includes(name));
  const results: PartResult[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      results.push(await runPart(...next, options));
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_PARTS }, work));
  return results;
}

function runPart(name: string, { purpose, command }: Part, options: readonly string[]): Promise<PartResult> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...command, ...options], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) =>
      resolve({ name, purpose, passed: exitCode === 0, output, durationMs: performance.now() - startedMs }),
    );
  });
}

function describe({ name, purpose, passed, durationMs }: PartResult): string {
  return `${passed ? 'ok  ' : 'FAIL'}  ${name.padEnd(13)} ${seconds(durationMs).padStart(7)}  ${purpose}`;
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

process.exitCode = await check(process.argv.slice(2));
