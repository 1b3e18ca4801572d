import { type ChainHistory, computeRef, type RefQuery } from '@app/chain';
import { newId } from '@app/common';
import { MARKET, openEngineFixture } from '../../../test/support/engine-fixture.js';
import { checkLostEffects } from './check-effects.js';

it('checks lost effects with the address that the wallet had, of which the chain lacks one', async () => {
  const fixture = await openEngineFixture();
  try {
    const { laneId } = await fixture.wallet();
    const refs = [computeRef(newId('agent_intent')), computeRef(newId('agent_intent'))];
    const [row] = await fixture.database.query<{ address: string }>(
      `INSERT INTO lost_effects (ref, lane_id, agent_wallet_address, event, market_contract_address, transaction_hash,
         block_number, effected_at)
       SELECT ref, $1::uuid, agent_wallet_address, 'Closed', $3, '', 1, now()
       FROM agent_wallets, unnest($2::text[]) AS given (ref) WHERE id = $1 RETURNING agent_wallet_address AS address`,
      [laneId, refs, MARKET],
    );
    const address = row?.address ?? '';
    await fixture.database.query('UPDATE agent_wallets SET agent_wallet_address = $2 WHERE id = $1', [
      laneId,
      `0x${'cd'.repeat(20)}`,
    ]);
    const refsUsed = (queries: readonly RefQuery[]): Promise<boolean[]> =>
      Promise.resolve(queries.map(({ ref, sender }) => ref === refs[0] && sender === address));
    const findings: string[][] = [];
    const report = (...finding: string[]): void => void findings.push(finding);
    const chain = { refsUsed } as unknown as ChainHistory;
    expect(await checkLostEffects(fixture.database, chain, report)).toBe(2);
    expect(findings).toEqual([['lost_effect_missing', refs[1], `${address} has never used it`]]);
  } finally {
    await fixture.close();
  }
});
