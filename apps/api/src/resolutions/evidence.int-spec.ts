import { expect } from '@jest/globals';
import { recordHolding, recordIndexedBlock } from '../../../../test/agents/holdings.js';
import { randomAddress } from '../../../../test/agents/requests.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { ISO_TIMESTAMP } from '../../../../test/conformance/support/bodies.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';

const TX_HASH = `0x${'ab'.repeat(32)}`;

describe('the evidence of a resolution', () => {
  let api: TestApi;
  let client: Client;
  const resolver = randomAddress();
  const market = randomAddress();
  const evidence = { url: 'https://example.org/report', sha256: null, note: 'Page 3' };
  let recordId: string;

  beforeAll(async () => {
    api = await startTestApi();
    client = new Client(api.url);
    await recordIndexedBlock(api.database);
    await recordHolding(api.database, { walletAddress: resolver, marketAddress: market });
    recordId = await api.database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(
        `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
           market_contract_address, name, account, ref, outcome) VALUES (5, 1, $1, now(), $1, $2, 'Resolved', $3, 'ref', 'YES')`,
        [TX_HASH, market, resolver],
      );
      await tx.query(
        `INSERT INTO agent_intents (id, agent_id, action, user_wallet, market_id, market_contract_address, request_hash,
           status, evidence) VALUES ('intent', 'agent', 'resolve_market', $1, 'rain', $2, '', 'executed', $3)`,
        [resolver, market, JSON.stringify(evidence)],
      );
      await tx.query(
        `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref, status,
           completed_at) VALUES ('execution', 'intent', 'agent', gen_random_uuid(), $1, 'resolve_market', 1, 'ref',
           'executed', now())`,
        [resolver],
      );
      const row = await tx.queryOneOrFail<{ id: string }>(
        `UPDATE chain_markets SET phase = 'resolved', winning_outcome = 'YES', closes_at = now() - interval '3 d'
         WHERE market_contract_address = $1 RETURNING record_id AS id`,
        [market],
      );
      await tx.query(
        `INSERT INTO resolutions (market_id, winning_outcome, evidence_reference, resolved_at) VALUES ($1, 'YES', $2, now())`,
        [row.id, TX_HASH],
      );
      return row.id;
    });
  });

  afterAll(() => api.stop());

  const shown = async (): Promise<unknown> => (await client.get(`/markets/${recordId}/resolution`)).body.resolution;

  it('is that of the intent whose transaction resolved the market', async () => {
    expect(await shown()).toMatchObject({ evidence, overdue: true });
  });

  it.each([
    [`UPDATE executions SET agent_wallet_address = '${randomAddress()}' WHERE id = 'execution'`, 'another wallet'],
    [`UPDATE agent_intents SET market_contract_address = '${randomAddress()}' WHERE id = 'intent'`, 'another market'],
    [`UPDATE executions SET ref = 'other' WHERE id = 'execution'`, 'another transaction'],
  ])('is null after %s: an intent of %s', async (change) => {
    await api.database.query(change);
    expect(await shown()).toMatchObject({ evidence: null });
    await api.database.query(`UPDATE executions SET agent_wallet_address = $1, ref = 'ref' WHERE id = 'execution'`, [
      resolver,
    ]);
    await api.database.query(`UPDATE agent_intents SET market_contract_address = $1 WHERE id = 'intent'`, [market]);
    expect(await shown()).toMatchObject({ evidence });
  });

  it('is missing of a market that is overdue', async () => {
    const open = randomAddress();
    await recordHolding(api.database, { walletAddress: randomAddress(), marketAddress: open });
    const row = await api.database.queryOneOrFail<{ id: string }>(
      `UPDATE chain_markets SET closes_at = now() - interval '25 h' WHERE market_contract_address = $1
       RETURNING record_id AS id`,
      [open],
    );
    const answer = await client.get(`/markets/${row.id}/resolution`);
    expectError(answer, 404, 'resolution_not_found', ['due_at', 'overdue']);
    expect(answer.body.error).toMatchObject({ due_at: ISO_TIMESTAMP, overdue: true });
  });
});
