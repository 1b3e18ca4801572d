import { type Portfolio, Presage } from '@presage/sdk';
import { formatRequest, listClaims } from './claims.js';

type Position = Portfolio['positions'][number];

const MARKET = `0x${'a1'.repeat(20)}`;
const WALLET = `0x${'b2'.repeat(20)}`;

const position = (fields: object): Position =>
  ({ market_id: 'rain', market_contract_address: MARKET, claim_action: 'claim_payout', ...fields }) as Position;
const portfolio = (...positions: Position[]): Portfolio =>
  ({ agent_id: 'agent_alice_01', agent_wallet_address: WALLET, positions }) as Portfolio;

describe('claims', () => {
  it('are one for each market with something due', () => {
    const other = `0x${'c3'.repeat(20)}`;
    const claims = listClaims(
      portfolio(
        position({ outcome: 'YES' }),
        position({ outcome: 'NO' }),
        position({ market_contract_address: other, claim_action: 'claim_refund' }),
        position({ market_contract_address: `0x${'d4'.repeat(20)}`, claim_action: null }),
      ),
    );
    expect(claims.map(({ marketAddress }) => marketAddress)).toEqual([MARKET, other]);
  });

  it('are shown with the body that is sent, idempotency key included', async () => {
    const sent: unknown[] = [];
    const answer = { intent: { intent_id: 'agent_intent_1' } };
    const presage = new Presage({
      baseUrl: 'http://localhost',
      fetch: (_input, init) => {
        sent.push(typeof init?.body === 'string' && JSON.parse(init.body));
        return Promise.resolve(
          new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }),
        );
      },
    });
    const shown: unknown[] = [];
    for (const { actionFor } of listClaims(portfolio(position({})))) {
      const action = actionFor('console-1');
      await presage.preview(action);
      shown.push(JSON.parse(formatRequest(action).replace('POST /agent/intents\n', '')));
    }
    expect(shown).toEqual(sent);
    expect(sent).toEqual([expect.objectContaining({ client_request_id: 'console-1', source_client: 'presage-sdk' })]);
  });
});
