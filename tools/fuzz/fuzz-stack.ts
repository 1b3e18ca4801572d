import type { Secret } from '@app/common';
import { TestRun } from '../stack/test-run.js';
import { ensureDatabase } from '../../apps/devnet/src/postgres/postgres.js';
import { openStack, type Stack } from '../stack/open-stack.js';
import { WATCHED_ENVIRONMENT } from './heap-watch.js';
import { formsOf } from './judge.js';

const DATABASE = 'presage';

/** Settings under which the product is fuzzed: it complains aloud, and keeps nobody waiting for a worker. */
export const FUZZ_ENVIRONMENT: Readonly<Record<string, string>> = {
  ...WATCHED_ENVIRONMENT,
  LOG_LEVEL: 'warn',
  EXECUTE_WAIT_MS: '5000',
};

/** The whole product on a database of its own, which ends with the run. */
export async function openFuzzStack(run: TestRun): Promise<Stack> {
  const postgres = await run.startPostgres();
  await ensureDatabase(postgres.url('postgres'), DATABASE);
  return openStack({ run, databaseUrl: postgres.url(DATABASE), env: FUZZ_ENVIRONMENT });
}

/** What no answer of this stack may contain. */
export function secretsOf({ secrets, databaseUrl }: Stack): Buffer[] {
  const { username, password } = new URL(databaseUrl);
  const texts = [
    databaseUrl,
    `${username}:${password}`,
    password,
    ...Object.values<Secret>({ ...secrets }).map((one) => one.reveal()),
  ];
  const withoutPrefix = secrets.faucetKey.reveal().replace(/^0x/, '');
  return [...texts, withoutPrefix].filter((text) => text.length > 6).flatMap(formsOf);
}

/** How often the API wrote each kind of warning or error. */
export function complaintsOf({ api }: Stack): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, event = ''] of api.log.matchAll(/"level":"(?:warn|error)".*?"event":"([^"]+)"/g)) {
    counts[event] = (counts[event] ?? 0) + 1;
  }
  return counts;
}
