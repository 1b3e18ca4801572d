import { randomAddress } from '../../../../test/agents/requests.js';
import { INDEXED_BLOCK, recordHolding, recordIndexedBlock } from '../../../../test/agents/holdings.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { MALFORMED_IDS, UNKNOWN_ID } from '../../../../test/conformance/support/ids.js';
import { createMarket } from '../../../../test/conformance/support/bodies.js';

describe('GET /markets/{id}/quote', () => {
  let api: TestApi;
  let client: Client;

  beforeAll(async () => {
    api = await startTestApi();
    client = new Client(api.url);
    await recordIndexedBlock(api.database);
  });
  afterAll(() => api?.stop());

  /** Creates a market on the chain with 10 on YES and 30 on NO, and returns its id. */
  async function market(phase: 'open' | 'closed' | 'cancelled' = 'open'): Promise<string> {
    const marketAddress = randomAddress();
    await recordHolding(api.database, { walletAddress: randomAddress(), marketAddress }, { phase });
    const row = await api.database.queryOne<{ id: string }>(
      'SELECT record_id AS id FROM chain_markets WHERE market_contract_address = $1',
      [marketAddress],
    );
    return row?.id ?? '';
  }
  const quote = (id: string, query: string) => client.get(`/markets/${id}/quote?${query}`);

  it('200 with the quote of a buy at the indexed block', async () => {
    const { status, body } = await quote(await market(), 'outcome=yEs&amount=010.0');
    expect(status).toBe(200);
    expect(body).toEqual({
      quote: {
        market_contract_address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        outcome: 'YES',
        amount: '10',
        yes_pool: '10',
        no_pool: '30',
        implied_probability_before: '0.25',
        implied_probability_after: '0.4',
        payout_if_won: '25',
        profit_if_won: '15',
        payout_multiple: '2.5',
        break_even_probability: '0.4',
        later_bets: [
          {
            amount: '5',
            on_same_outcome: { payout_if_won: '22', payout_multiple: '2.2' },
            on_other_outcome: { payout_if_won: '27.5', payout_multiple: '2.75' },
          },
          expect.objectContaining({ amount: '25' }),
          expect.objectContaining({ amount: '50' }),
        ],
        as_of_block: INDEXED_BLOCK,
      },
    });
  });

  it('200 for unknown parameters, and for the largest amount', async () => {
    const { status, body } = await quote(await market(), `outcome=NO&amount=${'9'.repeat(18)}.999999&x=1`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ quote: { amount: `${'9'.repeat(18)}.999999` } });
  });

  it.each([
    ['', ['outcome is required', 'amount is required']],
    ['outcome=maybe&amount=1', ['outcome must be one of YES, NO']],
    ['outcome=YES&outcome=NO&amount=1', ['outcome must be one of YES, NO']],
    ['outcome=YES&amount=0', ['amount must be greater than 0']],
    ['outcome=YES&amount=-1', ['amount must be a decimal string such as "10" or "0.5"']],
    ['outcome=YES&amount=1e3', ['amount must be a decimal string such as "10" or "0.5"']],
    ['outcome=YES&amount=', ['amount must be a decimal string such as "10" or "0.5"']],
    ['outcome=YES&amount=0.0000001', ['amount must have at most 6 fractional digits']],
    [`outcome=YES&amount=${'1'.repeat(19)}`, ['amount must have at most 18 significant integer digits']],
  ])('400 invalid_query for "%s"', async (query, details) => {
    const answer = await quote(await market(), query);
    expectError(answer, 400, 'invalid_query');
    expect(answer.body.error.details).toEqual(details);
  });

  it('400 market_not_open for a closed or cancelled market, and for a record without a contract', async () => {
    const { id: record } = await createMarket(client);
    for (const id of [await market('closed'), await market('cancelled'), record]) {
      await api.database.query(
        `UPDATE markets SET status = CASE phase WHEN 'closed' THEN 'TRADING_CLOSED' WHEN 'cancelled' THEN 'CANCELLED' END
         FROM chain_markets WHERE record_id = markets.id AND phase <> 'open' AND markets.id = $1`,
        [id],
      );
      expectError(await quote(id, 'outcome=YES&amount=1'), 400, 'market_not_open');
    }
  });

  it.each([UNKNOWN_ID, ...MALFORMED_IDS])('404 market_not_found for %s', async (id) => {
    expectError(await quote(id, 'outcome=YES&amount=1'), 404, 'market_not_found');
  });
});
