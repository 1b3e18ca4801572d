import { jest } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { LanesFixture } from '../../../../test/support/lanes/lanes-fixture.js';
import { openPostgresQueue } from '../../../../test/support/queue/queue-stack.js';
import { acceptWithoutWakeups } from '../../../../tools/support/engine/accept-claims.js';
import { seedClaims } from '../../../../tools/support/engine/seed-claims.js';
import { StubChain } from '../../../../tools/support/engine/stub-ports.js';
import { PgEngineStore } from '../../../../libs/engine/src/persistence/pg-engine-store.js';

const PENNILESS = 500;
const CONCURRENCY = 4;
/** Wallet with gas, whose execution is accepted after those of all others. */
const FUNDED = toAddress(PENNILESS + 1);

describe('an execution behind those of 500 wallets without gas', () => {
  let lanes: LanesFixture;
  beforeEach(async () => {
    lanes = await LanesFixture.open(openPostgresQueue);
  });
  afterEach(() => lanes?.close());

  /** Executes all claims. @returns the wallets in the order in which a worker turned to them, and the permits that were asked for */
  async function executeAll(): Promise<{ order: string[]; permits: number }> {
    const intentIds = await lanes.database.query<{ id: string }>(
      `SELECT i.id FROM agent_intents AS i JOIN agent_wallets AS w USING (agent_id) ORDER BY w.agent_wallet_address`,
    );
    await acceptWithoutWakeups(
      lanes.url,
      intentIds.map(({ id }) => id),
    );
    // The lanes fell due one after the other, the funded one last.
    await lanes.database.query(
      `UPDATE lanes SET wake_at = now() - interval '1 h' + place * interval '1 s'
       FROM (SELECT id, row_number() OVER (ORDER BY agent_wallet_address) AS place FROM agent_wallets) AS w
       WHERE w.id = lanes.id`,
    );
    const take = jest.spyOn(PgEngineStore.prototype, 'takeSendPermit');
    const chain = new FundedChain(lanes.logs);
    const env = { WORKER_CONCURRENCY: String(CONCURRENCY), PROVIDER_POSTS_PER_S: '4' };
    await lanes.start({ chain, env });
    await eventually(
      () => lanes.statuses(),
      ({ executed, failed }) => executed === 1 && failed === PENNILESS,
    );
    const permits = take.mock.calls.length;
    take.mockRestore();
    return { order: chain.order, permits };
  }

  it('is the only one to take a turn at the provider, without keys', async () => {
    await seedClaims(lanes.url, { wallets: PENNILESS + 1 });
    const { order, permits } = await executeAll();
    expect(permits).toBe(1);
    expect(order.indexOf(FUNDED)).toBeGreaterThan(PENNILESS - 2 * CONCURRENCY);
    const reasons = await lanes.database.query(`SELECT DISTINCT error_code FROM executions WHERE status = 'failed'`);
    expect(reasons).toHaveLength(1);
  });

  it('is among the first that a worker turns to when its account has no other', async () => {
    await seedClaims(lanes.url, { wallets: PENNILESS + 1 });
    await lanes.database.query(
      `WITH crowd AS (INSERT INTO accounts (name, created_by) VALUES ('crowd', 'test') RETURNING id),
         one AS (INSERT INTO accounts (name, created_by) VALUES ('one', 'test') RETURNING id)
       UPDATE users SET account_id = CASE WHEN agent_id = $1 THEN one.id ELSE crowd.id END FROM crowd, one`,
      [`agent_bench_${PENNILESS + 1}`],
    );
    const { order, permits } = await executeAll();
    expect(permits).toBe(1);
    expect(order.indexOf(FUNDED)).toBeLessThan(2 * CONCURRENCY);
  });
});

/** Chain on which only one wallet has gas. */
class FundedChain extends StubChain {
  /** Wallets in the order in which their balance was read. */
  readonly order: string[] = [];

  override nativeBalance(address?: string): Promise<bigint> {
    this.order.push(String(address));
    return Promise.resolve(address === FUNDED ? 10n ** 18n : 0n);
  }
}

function toAddress(wallet: number): string {
  return `0x${wallet.toString(16).padStart(40, '0')}`;
}
