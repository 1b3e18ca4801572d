import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Secret } from '@app/common';
import { type RunningPostgres, withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { findFreePort } from '../../../../dev/devnet/processes/ports.js';
import { findRedis, startRedis, sendRedisCommand } from '../../../../test/support/redis.js';
import type { TestRun } from '../../../../dev/stack/test-run.js';
import { startDurablePostgres } from '../support/durable-postgres.js';
import { measureSeconds, median } from '../support/measure.js';

const MIGRATED = 'bench_migrated';
const CALIBRATION_SAMPLES = 200;

export interface BenchDatabase {
  readonly name: string;
  readonly url: Secret;
}

interface BenchRedis {
  readonly port: number;
  readonly url: Secret;
}

/** A durable PostgreSQL, Redis if the machine has one, and databases that are copies of each other. */
export class BenchServers {
  private constructor(
    readonly run: TestRun,
    private readonly postgres: RunningPostgres,
    readonly redis: BenchRedis | null,
  ) {}

  static async start(run: TestRun): Promise<BenchServers> {
    return new BenchServers(run, await startDurablePostgres(run, MIGRATED), await openRedis(run));
  }

  /** Measures a round trip and a commit that waits for the disk, in milliseconds. */
  async calibrate(): Promise<{ roundTripMs: number; commitMs: number }> {
    return this.withDatabase(MIGRATED, ({ url }) =>
      withClient(url, async (client) => {
        await client.query('CREATE TABLE calibration (n integer)');
        const roundTripMs = await medianMs(() => client.query('SELECT 1'));
        const commitMs = await medianMs(() => client.query('INSERT INTO calibration VALUES (1)'));
        return { roundTripMs, commitMs };
      }),
    );
  }

  /** Copies `template` to a new database. The checkpoint writes the copy to disk before the measurement. */
  async createDatabase(template = MIGRATED): Promise<BenchDatabase> {
    const name = `bench_${randomBytes(6).toString('hex')}`;
    await this.runAsAdmin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    await this.runAsAdmin('CHECKPOINT');
    return { name, url: this.postgres.url(name) };
  }

  async dropDatabase({ name }: BenchDatabase): Promise<void> {
    await this.runAsAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
  }

  /** Runs `work` with a fresh copy of `template`. */
  async withDatabase<T>(template: string | undefined, work: (database: BenchDatabase) => Promise<T>): Promise<T> {
    const database = await this.createDatabase(template);
    try {
      return await work(database);
    } finally {
      await this.dropDatabase(database);
    }
  }

  /** Removes all jobs in Redis. Jobs in PostgreSQL are dropped with their database. */
  async wipeRedis(): Promise<void> {
    if (this.redis !== null) await sendRedisCommand(this.redis.port, 'FLUSHALL');
  }

  private async runAsAdmin(statement: string): Promise<void> {
    await withClient(this.postgres.url('postgres'), (client) => client.query(statement));
  }
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < CALIBRATION_SAMPLES; sample += 1) samples.push(1000 * (await measureSeconds(work)));
  return median(samples);
}

async function openRedis({ folder, runFolder }: TestRun): Promise<BenchRedis | null> {
  const program = findRedis();
  if (program === null) return null;
  const port = await findFreePort();
  const { url } = await startRedis({ program, port, logFile: path.join(folder, 'redis.log'), runFolder });
  return { port, url: new Secret(url) };
}
