import { InvalidArgumentError, Option } from 'commander';
import { FAILPOINTS } from '@app/engine';
import { createCommand, parseList, wholeNumber } from '../../support/cli.js';
import { QUEUE_KINDS, type QueueKind } from './chaos-queue.js';
import type { CustodyKind, PoolerKind } from './chaos-stack.js';
import { FAULTS } from './faults.js';

const ALL_POINTS = Object.values(FAILPOINTS);
const RANDOM_SEEDS = 1_000_000;

export interface ChaosOptions {
  readonly seed: number;
  readonly points: readonly number[];
  /** How often each failpoint is hit, each time at another execution. */
  readonly seeds: number;
  /** Executions submitted per failpoint and per fault. */
  readonly executions: number;
  /** Texts of which a fault's name must contain one; null for all faults, or those of the short run. */
  readonly faults: readonly string[] | null;
  readonly queue: QueueKind;
  readonly pooler: PoolerKind;
  readonly custody: CustodyKind;
  readonly short: boolean;
  readonly json: boolean;
  readonly workers: number;
  /** LANE_DEPTH; the product's default if absent. */
  readonly depth?: number;
  /** Executions of one wallet submitted at once for each fault; 0 for none. */
  readonly burst: number;
  readonly wallets: number;
  /** Number of queue wipes with executions in progress. */
  readonly wipes: number;
  /** Number of PostgreSQL crashes with executions in progress. */
  readonly crashes: number;
  /** Number of kills of a random process or PostgreSQL with executions in progress. */
  readonly kills: number;
  readonly deadlineS: number;
  readonly leaseMs: number;
}

interface Arguments {
  readonly seed?: number;
  readonly failpoints: readonly number[];
  readonly faults?: readonly string[];
  readonly seeds?: number;
  readonly executions?: number;
  readonly wipes?: number;
  readonly crashes?: number;
  readonly kills?: number;
  readonly queue: QueueKind;
  readonly pooler: PoolerKind;
  readonly custody: CustodyKind;
  readonly short: boolean;
  readonly json: boolean;
  readonly depth?: number;
}

const SHORT = {
  seeds: 1,
  executions: 3,
  burst: 8,
  wipes: 0,
  crashes: 0,
  kills: 3,
  wallets: 12,
  deadlineS: 15,
  leaseMs: 1_000,
};
const FULL = {
  seeds: 10,
  executions: 8,
  burst: 24,
  wipes: 50,
  crashes: 20,
  kills: 100,
  wallets: 32,
  deadlineS: 60,
  leaseMs: 2_000,
};

/** Parses the command line. Usage errors exit with code 2. */
export function parseOptions(): ChaosOptions {
  const command = createCommand('chaos', 'Breaks the running product and checks every order against the chain.')
    .option('--seed <n>', 'seed of the run; random by default', wholeNumber(0))
    .option('--failpoints <list>', 'failpoint numbers; all by default', parseList<number>(ALL_POINTS), ALL_POINTS)
    .option('--faults <list>', 'faults whose name contains one of the texts, such as wrong-hash,stuck', parseFaults)
    .option('--seeds <n>', 'hits per failpoint (10; short: 1)', wholeNumber(0))
    .option('--executions <n>', 'executions per failpoint and fault (8; short: 3)', wholeNumber())
    .option('--wipes <n>', 'queue wipes (50; short: 0)', wholeNumber(0))
    .option('--crashes <n>', 'PostgreSQL crashes (20; short: 0)', wholeNumber(0))
    .option('--kills <n>', 'kills of a random process or PostgreSQL (100; short: 3)', wholeNumber(0))
    .addOption(new Option('--queue <kind>', 'where the queue lives').choices(QUEUE_KINDS).default('postgres'))
    .addOption(new Option('--pooler <kind>', 'pooler before PostgreSQL').choices(['none', 'pgbouncer']).default('none'))
    .addOption(new Option('--custody <kind>', 'who signs').choices(['provider', 'keystore']).default('provider'))
    .option('--depth <n>', 'LANE_DEPTH (32 with a keystore, else 1)', wholeNumber())
    .option('--short', 'every failpoint once and a few faults', false)
    .option('--json', 'print the report as JSON', false);
  const given = command.parse().opts<Arguments>();
  const { seed = Date.now() % RANDOM_SEEDS, failpoints, faults = null, ...rest } = given;
  const isDeep = (given.depth ?? (given.custody === 'keystore' ? 32 : 1)) > 1;
  const { burst, ...size } = given.short ? SHORT : FULL;
  return { ...size, ...rest, burst: isDeep ? burst : 0, seed, points: failpoints, faults, workers: 2 };
}

function parseFaults(list: string): string[] {
  const texts = list.split(',');
  const unknown = texts.find((text) => !FAULTS.some(({ name }) => name.includes(text)));
  if (unknown !== undefined) throw new InvalidArgumentError(`No fault has a name with ${unknown}.`);
  return texts;
}
