import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { Secret } from '@app/common';
import { type ProviderTransactionRef, type Receipt } from '@app/engine';
import { eventually } from '../../../../test/support/eventually.js';
import { createTestDatabase } from '../../../../test/support/index.js';
import { connectDatabase, type ConnectedDatabase } from '../../../../test/support/open-database.js';
import {
  hasRedis,
  openPostgresQueue,
  openRedisQueue,
  type QueueFixture,
} from '../../../../test/support/queue/queue-stack.js';
import { acceptInParallel, acceptWithoutWakeups } from '../../../../tools/bench/engine/accept-claims.js';
import {
  type LanePorts,
  openEngine,
  openQueue,
  type OpenQueue,
  startLanes,
} from '../../../../tools/bench/engine/engine-parts.js';
import { seedClaims } from '../../../../tools/bench/engine/seed-claims.js';
import { StubChain, StubProvider } from '../../../../tools/bench/engine/stub-ports.js';
import { PgEngineStore } from '../../../../libs/engine/src/persistence/pg-engine-store.js';

const WIPES = 50;

/** The worker's lanes on a real database and queue; provider and chain are stubs. */
function describeLanes(name: string, openFixture: () => Promise<QueueFixture>): void {
  describe(`lanes with their queue in ${name}`, () => {
    let fixture: QueueFixture;
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    let connected: ConnectedDatabase;
    let opened: OpenQueue;
    let worker: { close: () => Promise<void> } | null;

    beforeEach(async () => {
      worker = null;
      fixture = await openFixture();
      database = await createTestDatabase();
      connected = await connectDatabase(database.url);
      opened = await openQueue({
        databaseUrl: new Secret(fixture.databaseUrl),
        ...(fixture.queueUrl !== '' && { redisUrl: new Secret(fixture.queueUrl) }),
      });
    });
    afterEach(async () => {
      await worker?.close();
      await opened.close();
      await connected.close();
      await database.drop();
      await fixture.close();
    });

    async function start(ports: Partial<LanePorts> = {}): Promise<void> {
      const { queue, consumer } = opened;
      const databaseUrl = new Secret(database.url);
      const stubs = { provider: new StubProvider(), chain: new StubChain() };
      const env = { LANE_LEASE_MS: '1000', ...ports.env };
      worker = await startLanes({
        databaseUrl,
        database: connected.database,
        queue,
        consumer,
        ...stubs,
        ...ports,
        env,
      });
    }

    async function statuses(): Promise<Record<string, number>> {
      const rows = await connected.database.query<{ status: string; count: number }>(
        'SELECT status, count(*)::int AS count FROM executions GROUP BY status',
      );
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    }

    it(`executes each execution once while the queue is wiped ${WIPES} times`, async () => {
      const intentIds = await seedClaims(new Secret(database.url), { wallets: 20, claimsPerWallet: 5 });
      const sent: string[] = [];
      await start({ provider: new StubProvider((body) => sent.push(refIdOf(body))) });
      const engine = openEngine(connected.database, new Secret(database.url), opened.queue);
      for (let wipe = 0; wipe < WIPES; wipe += 1) {
        const batch = intentIds.slice(wipe * 2, wipe * 2 + 2);
        await Promise.all([acceptInParallel(batch, engine), fixture.wipe()]);
      }
      await eventually(statuses, ({ executed }) => executed === intentIds.length);
      expect([...sent].sort()).toEqual(intentIds.map((id) => `${id}/1/main`).sort());
    });

    it('holds no more lanes than WORKER_CONCURRENCY, those of jobs and of the sweep together', async () => {
      const concurrency = 3;
      const intentIds = await seedClaims(new Secret(database.url), { wallets: 30 });
      await acceptWithoutWakeups(new Secret(database.url), intentIds.slice(0, 15));
      const engine = openEngine(connected.database, new Secret(database.url), opened.queue);
      await acceptInParallel(intentIds.slice(15), engine);
      const provider = new HeldProvider();
      await start({ provider, env: { WORKER_CONCURRENCY: String(concurrency) } });
      for (let released = 0; released < 30; released += 1) {
        await eventually(
          () => Promise.resolve(provider.waiting.length),
          (waiting) => waiting >= Math.min(concurrency, 30 - released),
        );
        const held = await connected.database.queryOne<{ count: number }>(
          'SELECT count(*)::int AS count FROM lanes WHERE lease_until > now()',
        );
        expect(held?.count).toBeLessThanOrEqual(concurrency);
        expect(provider.waiting.length).toBeLessThanOrEqual(concurrency);
        provider.waiting.shift()?.();
      }
      await eventually(statuses, ({ executed }) => executed === 30);
    });

    it('executes a buy in three leases when each of its transactions takes a block', async () => {
      await seedClaims(new Secret(database.url), { wallets: 1 });
      await connected.database.query(`UPDATE agent_intents SET action = 'buy_yes', amount = '10'`);
      const [intent] = await connected.database.query<{ id: string }>('SELECT id FROM agent_intents');
      const load = jest.spyOn(PgEngineStore.prototype, 'load');
      const chain = new SteppedChain();
      await start({ chain });
      const engine = openEngine(connected.database, new Secret(database.url), opened.queue);
      await acceptInParallel([intent?.id ?? ''], engine);
      await eventually(
        async () => {
          const waiting = await connected.database.query('SELECT FROM lanes WHERE wait_block > $1', [
            chain.blockNumber,
          ]);
          if (waiting.length > 0) chain.blockNumber += 1;
          return statuses();
        },
        ({ executed }) => executed === 1,
      );
      const lane = await connected.database.queryOne<{ fence: string }>('SELECT fence FROM lanes');
      expect({ leases: lane?.fence, loads: load.mock.calls.length }).toEqual({ leases: '3', loads: 12 });
      load.mockRestore();
    });
  });
}

function refIdOf(body: string): string {
  const { refId } = JSON.parse(body) as { refId: string };
  return refId;
}

/** A provider that answers when the test says so. */
class HeldProvider extends StubProvider {
  readonly waiting: (() => void)[] = [];

  override async submit(): Promise<ProviderTransactionRef> {
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    return { transactionId: randomUUID() };
  }
}

/** A chain whose blocks the test makes. A transaction is mined in the block after the one in which it was first seen. */
class SteppedChain extends StubChain {
  blockNumber = 1;
  private readonly seenAt = new Map<string, number>();

  override head(): Promise<{ blockNumber: number; timestampMs: number }> {
    return Promise.resolve({ blockNumber: this.blockNumber, timestampMs: Date.now() });
  }

  override async receipt(transactionHash: string): Promise<Receipt> {
    const seenAt = this.seenAt.get(transactionHash) ?? this.blockNumber;
    this.seenAt.set(transactionHash, seenAt);
    const receipt = await super.receipt(transactionHash);
    return (seenAt < this.blockNumber ? receipt : null) as Receipt;
  }

  override allowance(): Promise<bigint> {
    return Promise.resolve(0n);
  }
}

describeLanes('PostgreSQL', openPostgresQueue);
if (hasRedis()) describeLanes('Redis', openRedisQueue);
