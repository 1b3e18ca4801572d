import { computeRef } from '@app/chain';
import { newId } from '@app/common';
import type { IntentRequest } from '@app/engine';
import { type EngineFixture, MARKET, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { IntentsRepository } from './intents.repository.js';

const WALLET = `0x${'ab'.repeat(20)}`;

describe('the effect of an intent that a restored database lacks', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
    await fixture.database.query(
      `WITH owner AS (INSERT INTO users (kind, wallet_address) VALUES ('address', $1) RETURNING id),
       record AS (INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label,
           collateral_asset, chain, closes_at)
         SELECT id, 'market', 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() FROM owner RETURNING id)
       INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
         block_number, created_at, transaction_hash)
       SELECT $1, id, false, '', $1, $1, now(), 1, now(), '' FROM record`,
      [MARKET],
    );
  });
  afterAll(() => fixture?.close());

  it.each([
    [`'Resolved', 'YES'`, ['resolve_market yes'], ['resolve_market no', 'cancel_market', 'close_market']],
    // Nobody has staked on this outcome, so there is no winner.
    [`'Cancelled', 'YES'`, ['resolve_market yes'], ['resolve_market no', 'cancel_market']],
    [`'Cancelled', NULL`, ['cancel_market'], ['resolve_market yes', 'close_market']],
    [`'PayoutClaimed', NULL`, ['claim_payout'], ['claim_refund', 'close_market']],
  ])('%s permits a repeat of its own action only', async (event, same, others) => {
    const ref = computeRef(newId('agent_intent'));
    await fixture.database.query(
      `INSERT INTO chain_events (name, outcome, block_number, log_index, block_hash, block_time, transaction_hash,
         market_contract_address, account, ref)
       SELECT ${event}, 1, count(*), '', now(), '', $1, $2, $3 FROM chain_events`,
      [MARKET, WALLET, ref],
    );
    const differs = (text: string): Promise<boolean> => {
      const [action, outcome = null] = text.split(' ');
      const request = { action, outcome, amount: null, marketContractAddress: MARKET } as unknown as IntentRequest;
      return new IntentsRepository(fixture.database).hasOtherEffect(ref, WALLET, request);
    };
    for (const text of same) expect(await differs(text)).toBe(false);
    for (const text of others) expect(await differs(text)).toBe(true);
  });
});
