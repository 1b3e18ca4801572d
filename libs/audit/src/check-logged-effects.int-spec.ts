import type { Database } from '@app/persistence';
import { ROLES } from '../../../contracts/testing/fixture.js';
import { IndexerFixture } from '../../../test/support/indexer/indexer-fixture.js';
import { checkLoggedEffects } from './check-logged-effects.js';

const { resolver, alice } = ROLES;

async function findings(database: Database): Promise<[code: string, subject: string, detail: string][]> {
  const found: [string, string, string][] = [];
  await checkLoggedEffects(database, (...finding) => found.push(finding));
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

describe('checkLoggedEffects', () => {
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
