import { isDeepStrictEqual } from 'node:util';
import { jest } from '@jest/globals';
import type { ChainHead, Receipt } from '@app/chain';
import { eventually } from '../../../../test/support/eventually.js';
import { LanesFixture } from '../../../../test/support/lanes/lanes-fixture.js';
import {
  hasRedis,
  openPostgresQueue,
  openRedisQueue,
  type QueueFixture,
} from '../../../../test/support/queue/queue-stack.js';
import { acceptWithoutWakeups } from '../../../../tools/support/engine/accept-claims.js';
import { seedClaims } from '../../../../tools/support/engine/seed-claims.js';
import { StubChain, StubCustody } from '../../../../tools/support/engine/stub-ports.js';
import { PgEngineStore } from '../../../../libs/engine/src/persistence/pg-engine-store.js';

const MAX_TRIES = 5;

function describeLanes(name: string, openFixture: () => Promise<QueueFixture>): void {
  describe(`lanes with their queue in ${name}`, () => {
    let lanes: LanesFixture;
    beforeEach(async () => {
      lanes = await LanesFixture.open(openFixture);
    });
    afterEach(() => lanes?.close());

    it('holds no more lanes than WORKER_CONCURRENCY, those of jobs and of the sweep together', async () => {
      const concurrency = 3;
      const intentIds = await seedClaims(lanes.url, { wallets: 30 });
      await acceptWithoutWakeups(lanes.url, intentIds.slice(0, 15));
      await lanes.accept(intentIds.slice(15));
      const provider = new HeldProvider(lanes.logs);
      await lanes.start({ custody: provider, env: { WORKER_CONCURRENCY: String(concurrency) } });
      for (let released = 0; released < 30; released += 1) {
        await eventually(
          () => Promise.resolve(provider.waiting.length),
          (waiting) => waiting >= Math.min(concurrency, 30 - released),
        );
        const held = await lanes.database.queryOne<{ count: number }>(
          'SELECT count(*)::int AS count FROM lanes WHERE lease_until > now()',
        );
        expect(held?.count).toBeLessThanOrEqual(concurrency);
        expect(provider.waiting.length).toBeLessThanOrEqual(concurrency);
        provider.waiting.shift()?.();
      }
      await eventually(
        () => lanes.statuses(),
        ({ executed }) => executed === 30,
      );
    });

    it('executes a buy in three leases when each of its transactions takes a block', async () => {
      await seedClaims(lanes.url, { wallets: MAX_TRIES });
      await lanes.database.query(`UPDATE agent_intents SET action = 'buy_yes', amount = '10'`);
      const intents = await lanes.database.query<{ id: string }>('SELECT id FROM agent_intents');
      const load = jest.spyOn(PgEngineStore.prototype, 'load');
      const chain = new SteppedChain(lanes.logs);
      await lanes.start({ chain });
      const wanted = { leases: '3', loads: 4 };
      const seen: object[] = [];
      // A block that takes 5 s, as on a busy machine, adds a lease.
      for (const { id } of intents) {
        load.mockClear();
        await lanes.accept([id]);
        await eventually(
          async () => {
            const waiting = await lanes.database.query('SELECT FROM lanes WHERE wait_block > $1', [chain.blockNumber]);
            if (waiting.length > 0) chain.blockNumber += 1;
            return lanes.statuses();
          },
          ({ executed }) => executed === seen.length + 1,
        );
        const lane = await lanes.database.queryOne<{ fence: string }>(
          'SELECT fence FROM lanes JOIN executions ON lane_id = lanes.id WHERE intent_id = $1',
          [id],
        );
        seen.push({ leases: lane?.fence, loads: load.mock.calls.length });
        if (isDeepStrictEqual(seen.at(-1), wanted)) break;
      }
      expect(seen).toContainEqual(wanted);
      load.mockRestore();
    });
  });
}

/** A provider that answers when the test says so. */
class HeldProvider extends StubCustody {
  readonly waiting: (() => void)[] = [];

  override async submit(body: string): Promise<{ transactionId: string }> {
    await new Promise<void>((resolve) => this.waiting.push(resolve));
    return super.submit(body);
  }
}

/** A chain whose blocks the test makes. A transaction is mined in the block after the one in which it was first seen. */
class SteppedChain extends StubChain {
  blockNumber = 1;
  private readonly seenAt = new Map<string, number>();

  override async head(): Promise<ChainHead> {
    return { ...(await super.head()), blockNumber: this.blockNumber };
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
