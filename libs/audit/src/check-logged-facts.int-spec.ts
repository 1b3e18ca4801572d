import type { Database } from '@app/persistence';
import { ROLES } from '../../../contracts/testing/fixture.js';
import { acceptedExecution, buildArming } from '../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../test/support/engine-fixture.js';
import { IndexerFixture } from '../../../test/support/indexer/indexer-fixture.js';
import { checkLoggedFacts } from './check-logged-facts.js';

const { resolver, alice } = ROLES;

async function findings(database: Database): Promise<[code: string, subject: string, detail: string][]> {
  const found: [string, string, string][] = [];
  await checkLoggedFacts(database, (...finding) => found.push(finding));
  return found;
}

/** Runs the work while triggers of the table append nothing to logs. */
async function unlogged(database: Database, table: string, work: () => Promise<unknown>): Promise<void> {
  await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await work();
  await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

/** Deletes the events of the log up to one, as if they were a month old. */
async function expire(database: Database, log: string, seq: number): Promise<void> {
  await unlogged(database, 'logged_events', () =>
    database.query(`UPDATE logged_events SET at = at - interval '31 days' WHERE log = $1 AND seq <= $2`, [log, seq]),
  );
  await database.query('SELECT expire_events(30, 1000)');
}

describe('checkLoggedFacts on executions', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  it('finds each move that the log of the agent lacks, unless it would have expired', async () => {
    const { agentId, executionId, lease } = await acceptedExecution(fixture, 'claim_payout');
    const { database, store } = fixture;
    await store.arm(lease, buildArming(executionId, 'main'));
    const toUnknown = (): Promise<unknown> =>
      store.apply(lease, {
        executionId,
        from: { execution: 'submitting', step: 'armed' },
        execution: { to: 'unknown' },
        step: { kind: 'main', to: 'unknown' },
      });
    const fail = (): Promise<unknown> =>
      store.apply(lease, {
        executionId,
        from: { execution: 'unknown', step: 'unknown' },
        execution: { to: 'failed', failureReason: 'market_not_open' },
        step: { kind: 'main', to: 'failed' },
      });
    expect(await findings(database)).toEqual([]);
    await unlogged(database, 'executions', toUnknown);
    const log = `agent:${agentId}`;
    const missing = [['move_not_logged', log, `execution.unknown of ${executionId}`]];
    expect(await findings(database)).toEqual(missing);
    await fail();
    expect(await findings(database)).toEqual(missing);
    await expire(database, log, 2);
    expect(await findings(database)).toEqual([]);
  });

  it('finds an execution of an agent without a log', async () => {
    const { database } = fixture;
    const { agentId, intentId } = await unloggedIntent();
    await unlogged(database, 'executions', () => fixture.accept(intentId));
    expect(await findings(database)).toEqual([
      ['move_not_logged', `agent:${agentId}`, expect.stringMatching(/^execution\.queued of /)],
    ]);
  });

  async function unloggedIntent(): Promise<{ agentId: string; intentId: string }> {
    const made = { agentId: '', intentId: '' };
    await unlogged(fixture.database, 'agent_wallets', () =>
      unlogged(fixture.database, 'agent_intents', async () => {
        made.agentId = (await fixture.wallet()).agentId;
        made.intentId = await fixture.intent(made.agentId, { action: 'claim_refund' });
      }),
    );
    return made;
  }
});

describe('checkLoggedFacts on the chain index', () => {
  let set: IndexerFixture;

  beforeAll(async () => {
    set = await IndexerFixture.start();
  });
  afterAll(() => set?.stop());

  it('finds each event that the log of its market or of an agent lacks, unless it would have expired', async () => {
    const { contracts, database } = set;
    const userId = await set.agent(alice);
    await database.query(
      `INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, wallet_provider, chain, allowed_actions, status,
         updated_at)
       VALUES ('agent_alice', $1, $2, 'p', 'CHAIN-TESTNET', '{buy_yes}', 'active', now() - interval '1 hour')`,
      [userId, alice.toLowerCase()],
    );
    await contracts.market();
    const market = await contracts.market();
    await contracts.buy(alice, market, 'YES', 1_000_000n);
    await set.index();
    expect(await findings(database)).toEqual([]);
    await contracts.toCloseTime(market);
    await contracts.act(resolver, market, { function: 'resolve', outcome: 'YES' });
    await unlogged(database, 'chain_events', () => set.index());
    const { id } = await database.queryOneOrFail<{ id: string }>(
      'SELECT record_id AS id FROM chain_markets WHERE market_contract_address = $1',
      [market.toLowerCase()],
    );
    // The log of the market tells whether the agent had its wallet before the effect.
    const resolved = ['effect_not_logged', `market:${id}`, expect.stringMatching(/^Resolved of block \d+, index \d+$/)];
    expect(await findings(database)).toEqual([resolved]);

    await unlogged(database, 'logged_events', () =>
      database.query(`DELETE FROM logged_events WHERE log = 'agent:agent_alice' AND type = 'position.changed'`),
    );
    const bought = ['effect_not_logged', 'agent:agent_alice', expect.stringMatching(/^Bought of block /)];
    expect(await findings(database)).toEqual([bought, resolved]);

    await database.query('UPDATE agent_wallets SET updated_at = now()');
    expect(await findings(database)).toEqual([resolved]); // the wallet may have got its address later
    await database.query(`UPDATE agent_wallets SET updated_at = now() - interval '1 hour'`);
    await expire(database, `market:${id}`, 2);
    expect(await findings(database)).toEqual([resolved]);
  });
});
