import { parseArgs } from 'node:util';
import { FAILPOINTS } from '@app/engine';

const ALL_POINTS = Object.values(FAILPOINTS);

export interface ChaosOptions {
  readonly seed: number;
  readonly points: readonly number[];
  /** How often each point is hit, every time another way. */
  readonly seeds: number;
  /** Executions under way for each of them. */
  readonly executions: number;
  readonly queue: 'postgres' | 'redis';
  readonly short: boolean;
  readonly json: boolean;
  readonly workers: number;
  readonly wallets: number;
  /** How often the queue is emptied, each time with executions under way. */
  readonly wipes: number;
  /** How often PostgreSQL crashes, likewise. */
  readonly crashes: number;
  /** EXECUTION_DEADLINE_S of the run. */
  readonly deadlineS: number;
  /** LANE_LEASE_MS of the run. */
  readonly leaseMs: number;
}

export class UsageError extends Error {}

/** @throws {UsageError} */
export function parseOptions(argv: readonly string[], anySeed: number): ChaosOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string' },
      failpoints: { type: 'string', default: 'all' },
      seeds: { type: 'string' },
      executions: { type: 'string' },
      wipes: { type: 'string' },
      crashes: { type: 'string' },
      queue: { type: 'string', default: 'postgres' },
      short: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const { short, json, queue } = values;
  if (queue !== 'postgres' && queue !== 'redis') throw new UsageError('--queue is postgres or redis');
  return {
    ...{ short, json, queue, workers: 2 },
    seed: whole('seed', values.seed, anySeed),
    points: values.failpoints === 'all' ? ALL_POINTS : pointsOf(values.failpoints),
    seeds: whole('seeds', values.seeds, short ? 1 : 10),
    executions: whole('executions', values.executions, short ? 3 : 8),
    wipes: whole('wipes', values.wipes, short ? 0 : 50),
    crashes: whole('crashes', values.crashes, short ? 0 : 20),
    wallets: short ? 12 : 32,
    deadlineS: short ? 15 : 60,
    leaseMs: short ? 1_000 : 2_000,
  };
}

function pointsOf(list: string): number[] {
  const points = list.split(',').map(Number);
  const known: readonly number[] = ALL_POINTS;
  if (!points.every((point) => known.includes(point))) throw new UsageError('--failpoints is all, or numbers 1 to 16');
  return points;
}

function whole(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} is a whole number`);
  return Number(text);
}
