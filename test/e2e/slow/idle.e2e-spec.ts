import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@app/persistence';
import { findFreePort } from '../../support/free-ports.js';
import { connectDatabase } from '../../support/open-database.js';
import { findRedis, sendRedisCommand, startRedis } from '../../support/redis.js';
import { startStack } from '../../support/index.js';
import { testRun } from '../../support/test-run.js';
import { startWebhooks } from '../../webhooks/start-webhooks.js';

/** The longest interval of a loop. */
const WINDOW_MS = 30_000;
/** The first windows may have the end of the start in them. */
const WINDOWS = 3;
const MAX_PER_SECOND = 5;
const TIMEOUT_MS = 600_000;

async function countCommits(database: Database): Promise<number> {
  const { commits } = await database.queryOneOrFail<{ commits: number }>(
    'SELECT xact_commit::float8 AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return commits;
}

/** With the commands of scripts. */
async function countCommands(port: number): Promise<number> {
  const stats = await sendRedisCommand(port, 'INFO commandstats');
  return [...stats.matchAll(/calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

const program = findRedis();
if (program !== null) {
  describe('two API processes, two workers and one that delivers webhooks, on a chain with a block per second', () => {
    it(
      'ask PostgreSQL and Redis for little while there is nothing to do',
      async () => {
        const { folder, runFolder } = testRun();
        const port = await findFreePort();
        const redis = await startRedis({ program, port, runFolder, logFile: path.join(folder, `redis-${port}.log`) });
        const env = { QUEUE_URL: redis.url };
        const stack = await startStack({ apis: 2, workers: 2, custody: 'keystore', env });
        const webhooks = await startWebhooks(stack.databaseUrl);
        const { database, close } = await connectDatabase(stack.databaseUrl, 1);
        try {
          const windows: { commits: number; commands: number }[] = [];
          while (windows.length < WINDOWS && !windows.some(isQuiet)) {
            const [commits, commands] = [await countCommits(database), await countCommands(port)];
            await delay(WINDOW_MS);
            windows.push({
              commits: ((await countCommits(database)) - commits) / (WINDOW_MS / 1_000),
              commands: ((await countCommands(port)) - commands) / (WINDOW_MS / 1_000),
            });
          }
          expect(windows.filter(isQuiet)).toHaveLength(1);
        } finally {
          await close();
          await webhooks.close();
          await stack.stop();
          await redis.stop(10_000);
        }
      },
      TIMEOUT_MS,
    );
  });
}

/** Something is counted, and no more than is allowed. */
function isQuiet({ commits, commands }: { commits: number; commands: number }): boolean {
  return commits > 0 && commits <= MAX_PER_SECOND && commands > 0 && commands <= MAX_PER_SECOND;
}
