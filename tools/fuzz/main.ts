import path from 'node:path';
import { PROJECT_ROOT } from '../../apps/devnet/src/project-root.js';
import type { Stack } from '../stack/open-stack.js';
import { TestRun } from '../stack/test-run.js';
import { formatCliError } from '../../apps/devnet/src/cli/format-cli-error.js';
import { openFuzzStack } from './fuzz-stack.js';
import { fuzz } from './fuzz.js';
import { type FuzzCommand, parseOptions, UsageError } from './options.js';
import { describeReport, type FuzzReport, isClean } from './report.js';

const SEEDS = 1_000_000;

/** `npm run fuzz`: exit code 0 when nothing was found. */
async function main(argv: readonly string[]): Promise<number> {
  const startedMs = Date.now();
  const command = parseOptions(argv, startedMs % SEEDS);
  const say = (line: string): void => {
    process.stderr.write(`[${((Date.now() - startedMs) / 1000).toFixed(1).padStart(6)} s] ${line}\n`);
  };
  say(`fuzz with seed ${command.seed}: ${command.requests} requests`);
  const report =
    command.baseUrl === null
      ? await onOwnStack(command, say)
      : await fuzz({ ...command, baseUrl: command.baseUrl, say });
  process.stdout.write(
    `${command.json ? JSON.stringify({ ...report, clean: isClean(report) }) : describeReport(report)}\n`,
  );
  return isClean(report) ? 0 : 1;
}

async function onOwnStack(command: FuzzCommand, say: (line: string) => void): Promise<FuzzReport> {
  const run = await TestRun.begin(path.join(PROJECT_ROOT, '.cache', 'fuzz-runs'), process.pid);
  let stack: Stack | null = null;
  try {
    stack = await openFuzzStack(run);
    say(`the product runs at ${stack.api.url}`);
    return await fuzz({ ...command, baseUrl: stack.api.url, stack, say });
  } finally {
    await stack?.stop();
    await run.end();
  }
}

main(process.argv.slice(2)).then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    process.stderr.write(`fuzz: ${formatCliError(error, (one) => one instanceof UsageError)}\n`);
    process.exit(2);
  },
);
