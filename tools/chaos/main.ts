import path from 'node:path';
import { PROJECT_ROOT } from '../../apps/devnet/src/project-root.js';
import { TestRun } from '../stack/test-run.js';
import { formatCliError } from '../../apps/devnet/src/cli/format-cli-error.js';
import { parseOptions, UsageError } from './options.js';
import { describeReport, isClean } from './report.js';
import { runChaos } from './run-chaos.js';

const SEEDS = 1_000_000;
const EXIT_INTERRUPTED = 130;

/** `npm run chaos`: exit code 0 when nothing was lost, repeated or misreported. */
export async function chaos(argv: readonly string[]): Promise<number> {
  const startedMs = Date.now();
  const options = parseOptions(argv, startedMs % SEEDS);
  const say = (line: string): void => {
    process.stderr.write(`[${((Date.now() - startedMs) / 1000).toFixed(1).padStart(6)} s] ${line}\n`);
  };
  say(`chaos with seed ${options.seed}`);
  const run = await TestRun.begin(path.join(PROJECT_ROOT, '.cache', 'chaos-runs'), process.pid);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void run.end().finally(() => process.exit(EXIT_INTERRUPTED)));
  }
  let isKept = false;
  try {
    const report = await runChaos(options, run, say);
    process.stdout.write(
      `${options.json ? JSON.stringify({ ...report, clean: isClean(report) }) : describeReport(report)}\n`,
    );
    isKept = !isClean(report);
    return isClean(report) ? 0 : 1;
  } catch (error) {
    isKept = true;
    throw error;
  } finally {
    if (isKept) say(`the logs are kept in ${run.folder}`);
    await (isKept ? run.runFolder.endLeftovers({ graceMs: 30_000 }) : run.end());
  }
}

chaos(process.argv.slice(2)).then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    process.stderr.write(`chaos: ${formatCliError(error, (one) => one instanceof UsageError)}\n`);
    process.exit(2);
  },
);
