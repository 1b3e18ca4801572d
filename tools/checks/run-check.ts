import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import type { CheckResult } from './check-result.js';

/** Checks by name. Each loads its own modules, since the parts of `npm run check` are separate processes. */
const CHECKS: Readonly<Record<string, (options: readonly string[]) => Promise<CheckResult>>> = {
  commits: async ([base]) => (await import('./commits.js')).checkCommits(PROJECT_ROOT, base),
  console: async () => (await import('./console.js')).checkConsole(PROJECT_ROOT),
  framework: async () => (await import('./framework-share.js')).checkFrameworkShare(PROJECT_ROOT),
  layout: async () => (await import('./layout.js')).checkLayout(PROJECT_ROOT),
  licences: async () => (await import('./licences.js')).checkLicences(PROJECT_ROOT),
  lockfile: async () => (await import('./lockfile.js')).checkLockfile(PROJECT_ROOT),
  observability: async ([folder = path.join(PROJECT_ROOT, 'deploy/observability')]) =>
    (await import('./observability/observability.js')).checkObservability(PROJECT_ROOT, folder),
  texts: async () => (await import('./texts.js')).checkTexts(PROJECT_ROOT),
};

/** Runs one check and prints its problems. */
async function runCheck(name: string, options: readonly string[]): Promise<number> {
  const check = CHECKS[name];
  if (check === undefined) throw new Error(`unknown check ${name}`);
  const { problems, summary } = await check(options);
  for (const problem of problems) console.error(`[${name}] ${problem}`);
  if (problems.length > 0) return 1;
  console.log(`[${name}] ${summary}`);
  return 0;
}

const [name = '', ...options] = process.argv.slice(2);
process.exitCode = await runCheck(name, options);
