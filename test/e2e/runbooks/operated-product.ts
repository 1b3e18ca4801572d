import path from 'node:path';
import { findFreePort } from '../../support/free-ports.js';
import { issueKey } from '../../../tools/support/issue-key.js';
import type { AgentClient } from '../support/agent-client.js';
import { type Product, useProduct } from '../support/product.js';
import type { Shell } from '../support/shell.js';
import { openOperatorShell } from './operator-shell.js';
import { connectDatabase } from '../../support/open-database.js';
import { findRedis, type RunningRedis, startRedis } from '../../support/redis.js';
import { startStack } from '../../support/stack.js';
import { testRun } from '../../support/test-run.js';

/** Short times, so that a situation shows and ends within seconds. */
const SETTINGS = { AUTH_MODE: 'api_key', INDEX_LEASE_MS: '2000', PROVIDER_POSTS_PER_S: '50' } as const;

/** A product with keys, metrics and, where this machine has it, Redis, and the shell of its operator. */
export interface OperatedProduct {
  readonly product: Product;
  readonly shell: Shell;
  /** Ends Redis without notice. */
  killRedis(): Promise<void>;
  /** Starts Redis again, empty. */
  startRedis(): Promise<void>;
  /** Returns a funded agent of the account, with the account's key. */
  agent(agentId: string): Promise<AgentClient>;
  /** Key of the account, with all scopes. */
  readonly key: string;
  /** Sum of a counter over API and workers, the smallest value of a flag that is 1 when all is well, otherwise the largest. */
  metric(name: string): Promise<number>;
}

export const ACCOUNT = 'alice';

/** Starts it before the first test of the surrounding block and stops it after the last. */
export function useOperatedProduct(): OperatedProduct {
  const operated = new RunningOperatedProduct();
  beforeAll(async () => {
    const { stack } = operated.product;
    const { database, close } = await connectDatabase(stack.databaseUrl);
    operated.key = await issueKey(database, { account: ACCOUNT });
    await close();
    operated.shell = await openOperatorShell(stack);
  });
  afterAll(async () => {
    await operated.shell?.close();
    await operated.stopRedis();
  });
  return operated;
}

class RunningOperatedProduct implements OperatedProduct {
  private redis: RunningRedis | null = null;
  shell: Shell;
  key: string;
  private redisPort = 0;
  readonly product: Product = useProduct(async () => {
    if (findRedis() !== null) await this.startRedis();
    return startStack({
      metrics: true,
      env: { ...SETTINGS, ...(this.redis !== null && { QUEUE_URL: this.redis.url }) },
    });
  });

  async stopRedis(): Promise<void> {
    await this.redis?.stop(0);
  }

  async startRedis(): Promise<void> {
    const program = findRedis();
    if (program === null) throw new Error('this machine has no redis-server');
    if (this.redisPort === 0) this.redisPort = await findFreePort();
    const { folder, runFolder } = testRun();
    const logFile = path.join(folder, `redis-${this.redisPort}.log`);
    this.redis = await startRedis({ program, port: this.redisPort, logFile, runFolder });
  }

  async killRedis(): Promise<void> {
    this.redis?.kill('SIGKILL');
    await this.redis?.exited;
  }

  async agent(agentId: string): Promise<AgentClient> {
    const agent = this.product.agent(agentId, this.key);
    await agent.setUp();
    return agent;
  }

  async metric(name: string): Promise<number> {
    const { api, workers } = this.product.stack.metricsUrls;
    const texts = await Promise.all([api, ...workers].map((url) => scrape(url)));
    const pattern = new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm');
    const values = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, value]) => Number(value)));
    if (name.endsWith('_total')) return values.reduce((sum, value) => sum + value, 0);
    return name.endsWith('_reachable') ? Math.min(...values) : Math.max(...values);
  }
}

/** Nothing for a process that is down. */
async function scrape(url: string): Promise<string> {
  try {
    return await (await fetch(url)).text();
  } catch {
    return '';
  }
}
