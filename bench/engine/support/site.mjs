// Where the benchmarks run: a PostgreSQL that waits for its disk as in production, Redis where the machine has one, and
// databases that are copies of each other.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Secret } from '../../../dist/libs/common/src/index.js';
import { inheritedEnvironment } from '../../../dist/libs/config/src/index.js';
import { migrate } from '../../../dist/apps/devnet/src/processes/apps.js';
import { findFreePort } from '../../../dist/apps/devnet/src/processes/ports.js';
import { ensureDatabase, startPostgres, withClient } from '../../../dist/apps/devnet/src/postgres/postgres.js';
import { findRedis, startRedis, sendRedisCommand } from '../../../dist/tools/stack/redis.js';
import { TestRun } from '../../../dist/tools/stack/test-run.js';
import { median, secondsOf } from './measure.mjs';

const MIGRATED = 'bench_migrated';
const CALIBRATION_SAMPLES = 200;
const LOOKS = 100;
const POLL_INTERVAL_MS = 20;

export class StackConfig {
  /** @param {string} root the project's folder */
  static async open(root) {
    const run = await TestRun.begin(path.join(root, '.cache', 'bench-runs'), process.pid);
    try {
      const postgres = await startPostgres({
        dataDir: path.join(run.folder, 'postgres'),
        port: await findFreePort(),
        password: new Secret(randomBytes(16).toString('hex')),
        logFile: path.join(run.folder, 'postgres.log'),
        runFolder: run.runFolder,
        durable: true,
      });
      await ensureDatabase(postgres.url('postgres'), MIGRATED);
      const inherited = inheritedEnvironment();
      await migrate({ databaseUrl: postgres.url(MIGRATED), inherited, runFolder: run.runFolder });
      return new StackConfig(run, postgres, await openRedis(run));
    } catch (error) {
      await run.end();
      throw error;
    }
  }

  constructor(run, postgres, redis) {
    this.run = run;
    this.postgres = postgres;
    this.redis = redis;
  }

  /** What every figure here stands on, in milliseconds: a round trip, and a commit that waits for the disk. */
  async calibrate() {
    return this.withDatabase(MIGRATED, ({ url }) =>
      withClient(url, async (client) => {
        await client.query('CREATE TABLE calibration (n integer)');
        const roundTrip = await medianMs(() => client.query('SELECT 1'));
        const commit = await medianMs(() => client.query('INSERT INTO calibration VALUES (1)'));
        return { roundTripMs: roundTrip, commitMs: commit };
      }),
    );
  }

  /** A database of its own, a copy of `template`; nothing of the copying is left to be written when it is there. */
  async createDatabase(template = MIGRATED) {
    const name = `bench_${randomBytes(6).toString('hex')}`;
    await this.#admin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    await this.#admin('CHECKPOINT');
    return { name, url: this.postgres.url(name) };
  }

  /** Connections that were closed a moment ago are given the time to be gone. */
  async dropDatabase({ name }) {
    await withClient(this.postgres.url('postgres'), async (client) => {
      const connected = 'SELECT FROM pg_stat_activity WHERE datname = $1';
      for (let look = 0; look < LOOKS && (await client.query(connected, [name])).rowCount > 0; look += 1) {
        await delay(POLL_INTERVAL_MS);
      }
      await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    });
  }

  /** Runs `work` with a fresh copy of `template`. */
  async withDatabase(template, work) {
    const database = await this.createDatabase(template);
    try {
      return await work(database);
    } finally {
      await this.dropDatabase(database);
    }
  }

  /** Forgets every ring in Redis; those in PostgreSQL go with their database. */
  async wipeRedis() {
    if (this.redis !== null) await sendRedisCommand(this.redis.port, 'FLUSHALL');
  }

  async close() {
    await this.redis?.part.stop(2_000);
    await this.run.end();
  }

  async #admin(statement) {
    await withClient(this.postgres.url('postgres'), (client) => client.query(statement));
  }
}

/** As many connections as a process of the product has, with its settings. */
export function openPool(url) {
  const pool = new pg.Pool({ connectionString: url.reveal(), max: 8, keepAlive: true });
  pool.on('error', () => undefined); // idle when its database was dropped
  return pool;
}

async function medianMs(work) {
  const samples = [];
  for (let sample = 0; sample < CALIBRATION_SAMPLES; sample += 1) samples.push(1000 * (await secondsOf(work)));
  return median(samples);
}

async function openRedis({ folder, runFolder }) {
  const program = findRedis();
  if (program === null) return null;
  const port = await findFreePort();
  const part = await startRedis({ program, port, logFile: path.join(folder, 'redis.log'), runFolder });
  return { part, port, url: new Secret(part.url) };
}
