import { JsonRpc } from '@app/chain';
import { fromBaseUnits, toBaseUnits } from '@app/common';
import { MARKET_STATUSES, outcomeFromNumber, viewCall } from '@app/contracts';
import { CHAIN_ID } from '../../../contracts/testing/anvil.js';
import { seededRandom } from '../../../test/e2e/support/seeded-random.js';
import { valueHolding } from '../../agents/src/portfolio/domain/value-holding.js';
import { readHoldings } from '../../agents/src/portfolio/persistence/portfolio-statements.js';
import { DECIMALS, IndexedStage } from './testing/indexed-stage.js';
import { RandomTrading } from './testing/random-trading.js';

const SEED = Number(process.env.INDEX_TEST_SEED ?? 7);
const display = (amount: bigint): string => fromBaseUnits(amount, DECIMALS);

/** What a market answers about an account, in the words of a portfolio; null when it holds nothing there. */
interface Answers {
  quantities: Record<string, string>;
  claimable: string;
  refundable: string;
  settled: boolean;
}

describe(`read models after random histories (seed ${SEED})`, () => {
  let set: IndexedStage;
  let trading: RandomTrading;
  let rpc: JsonRpc;

  beforeAll(async () => {
    set = await IndexedStage.set();
    trading = new RandomTrading(set.stage, seededRandom(SEED));
    rpc = new JsonRpc({ url: set.stage.chain.url, chainId: CHAIN_ID });
  });
  afterAll(async () => {
    rpc?.close();
    await set?.stop();
  });

  async function ask(account: string, market: string): Promise<Answers> {
    const [yes, no, payout, refund, settled] = await Promise.all([
      rpc.view(market, viewCall('market', 'yesPositions', [account])),
      rpc.view(market, viewCall('market', 'noPositions', [account])),
      rpc.view(market, viewCall('market', 'claimablePayout', [account])),
      rpc.view(market, viewCall('market', 'claimableRefund', [account])),
      rpc.view(market, viewCall('market', 'hasClaimed', [account])),
    ]);
    return {
      quantities: { ...(yes > 0n && { YES: display(yes) }), ...(no > 0n && { NO: display(no) }) },
      claimable: display(payout),
      refundable: display(refund),
      settled,
    };
  }

  async function portfolioOf(account: string): Promise<Map<string, Answers>> {
    const query = { agentId: 'agent_of_nobody', agentWalletAddress: account.toLowerCase(), decimals: DECIMALS };
    const { block, holdings } = await readHoldings(set.database, query);
    const context = { blockTime: block?.blockTime ?? new Date(0), decimals: DECIMALS };
    return new Map(
      holdings.map((holding) => {
        const { positions } = valueHolding(holding, context);
        const sum = (amounts: readonly string[]): string =>
          display(amounts.reduce((total, amount) => total + (toBaseUnits(amount, DECIMALS) ?? 0n), 0n));
        return [
          holding.marketContractAddress,
          {
            quantities: Object.fromEntries(positions.map(({ outcome, quantity }) => [outcome, quantity])),
            claimable: sum(positions.map(({ claimable }) => claimable)),
            refundable: sum(positions.map(({ refundable }) => refundable)),
            settled: holding.claim !== null,
          },
        ];
      }),
    );
  }

  it('every holding and claim is what the contracts answer, at every stop', async () => {
    const seen = { claimable: 0, refundable: 0, settled: 0 };
    for (let stop = 0; stop < 6; stop += 1) {
      await trading.steps(40);
      await set.index();
      for (const account of trading.accounts) {
        const portfolio = await portfolioOf(account);
        for (const market of trading.markets) {
          const answers = await ask(account, market);
          const nothing = { quantities: {}, claimable: '0', refundable: '0', settled: false };
          expect(portfolio.get(market.toLowerCase()) ?? nothing).toEqual(answers);
          seen.claimable += Number(answers.claimable !== '0');
          seen.refundable += Number(answers.refundable !== '0');
          seen.settled += Number(answers.settled);
        }
      }
    }
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('every market, position and settlement of the core records is, too', async () => {
    const markets = await set.database.query<{ address: string; phase: string; winner: string | null; pools: string }>(
      `SELECT market_contract_address AS address, phase, winning_outcome AS winner,
         concat_ws(' ', yes_pool_base_units, no_pool_base_units) AS pools FROM chain_markets`,
    );
    expect(markets).toHaveLength(trading.markets.length);
    for (const { address, phase, winner, pools } of markets) {
      const [status, winning, yes, no] = await Promise.all([
        rpc.view(address, viewCall('market', 'status', [])),
        rpc.view(address, viewCall('market', 'winningOutcome', [])),
        rpc.view(address, viewCall('market', 'totalYes', [])),
        rpc.view(address, viewCall('market', 'totalNo', [])),
      ]);
      expect([phase, winner, pools]).toEqual([
        MARKET_STATUSES[Number(status)],
        outcomeFromNumber(winning),
        `${yes} ${no}`,
      ]);
    }
    const owed = await set.database.query<{ address: string; account: string; pending: string; paid: string }>(
      `SELECT m.market_contract_address AS address, u.wallet_address AS account,
         trim_scale(coalesce(sum(s.amount) FILTER (WHERE s.status = 'PENDING'), 0))::text AS pending,
         trim_scale(coalesce(sum(s.amount) FILTER (WHERE s.status = 'SETTLED'), 0))::text AS paid
       FROM settlements AS s JOIN users AS u ON u.id = s.user_id JOIN chain_markets AS m ON m.record_id = s.market_id
       GROUP BY 1, 2`,
    );
    for (const { address, account, pending, paid } of owed) {
      const { claimable, refundable } = await ask(account, address);
      expect(pending).toBe(claimable === '0' ? refundable : claimable);
      const claim = await set.database.queryOne<{ amount: string }>(
        `SELECT amount_base_units AS amount FROM chain_events WHERE market_contract_address = $1 AND account = $2
         AND name IN ('PayoutClaimed', 'RefundClaimed')`,
        [address, account],
      );
      expect(paid).toBe(display(BigInt(claim?.amount ?? 0)));
    }
    expect(owed.length).toBeGreaterThan(3);
  });

  it('realised profit is what an account was paid less what it had put in, once it is over for it', async () => {
    const rows = await set.database.query<{ realized: string; expected: string }>(
      `SELECT trim_scale(p.realized_pnl)::text AS realized,
         CASE WHEN s.status = 'SETTLED' THEN trim_scale(s.amount - p.quantity)::text
           WHEN s.id IS NULL AND m.phase = 'resolved' THEN trim_scale(-p.quantity)::text ELSE '0' END AS expected
       FROM positions AS p JOIN chain_markets AS m ON m.record_id = p.market_id
       LEFT JOIN settlements AS s USING (market_id, user_id, outcome)`,
    );
    expect(rows.map(({ realized }) => realized)).toEqual(rows.map(({ expected }) => expected));
    expect(rows.some(({ realized }) => realized !== '0')).toBe(true);
  });
});
