import type { Secret } from '@app/common';
import type { Stack } from '../../../test/support/stack/open-stack.js';
import { WATCHED_ENVIRONMENT } from './heap-watch.js';
import { listEncodings } from './check-answer.js';
import { ACCESS_SETTINGS, type FuzzMode } from './fuzz-modes.js';

/** Settings of the fuzzed product: warnings are logged, and an execute waits at most 5 s for its end. */
export function fuzzEnvironment(mode: FuzzMode): Readonly<Record<string, string>> {
  return { ...WATCHED_ENVIRONMENT, LOG_LEVEL: 'warn', EXECUTE_WAIT_MS: '5000', ...ACCESS_SETTINGS[mode] };
}

/** Returns the stack's secrets in every encoding; no answer may contain one. */
export function listSecrets({ secrets, databaseUrl }: Stack): Buffer[] {
  const { username, password } = new URL(databaseUrl);
  const texts = [
    databaseUrl,
    `${username}:${password}`,
    password,
    ...Object.values<Secret>({ ...secrets }).map((one) => one.reveal()),
  ];
  const withoutPrefix = secrets.faucetKey.reveal().replace(/^0x/, '');
  return [...texts, withoutPrefix].filter((text) => text.length > 6).flatMap(listEncodings);
}

/** Counts the API's warnings and errors by event. */
export function countWarnings({ api }: Stack): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, event = ''] of api.log.matchAll(/"level":"(?:warn|error)".*?"event":"([^"]+)"/g)) {
    counts[event] = (counts[event] ?? 0) + 1;
  }
  return counts;
}
