import { parseArgs } from 'node:util';

const REQUESTS = 20_000;

export interface FuzzCommand {
  readonly seed: number;
  readonly requests: number;
  /** A product that runs already; null to start one. */
  readonly baseUrl: string | null;
  readonly json: boolean;
}

export class UsageError extends Error {}

/** @throws {UsageError} */
export function parseOptions(argv: readonly string[], anySeed: number): FuzzCommand {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string' },
      requests: { type: 'string' },
      'base-url': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const baseUrl = values['base-url'] ?? null;
  if (baseUrl !== null && !/^http:\/\/[^/]+\/?$/.test(baseUrl)) throw new UsageError('--base-url is http://host:port');
  return {
    seed: whole('seed', values.seed, anySeed),
    requests: whole('requests', values.requests, REQUESTS),
    baseUrl: baseUrl?.replace(/\/$/, '') ?? null,
    json: values.json,
  };
}

function whole(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} is a whole number`);
  return Number(text);
}
