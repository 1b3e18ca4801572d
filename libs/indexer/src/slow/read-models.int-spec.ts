import { ChainRpc, MARKET_PHASES, viewCall } from '@app/chain';
import { toBaseUnits } from '@app/common';
import { CHAIN_ID } from '../../../../contracts/testing/anvil.js';
import { Random } from '../../../../tools/support/random.js';
import type { Holding } from '../../../agents/src/portfolio/holding.js';
import { PortfolioRepository } from '../../../agents/src/portfolio/portfolio.repository.js';
import { toPosition } from '../../../agents/src/portfolio/value-holding.js';
import {
  ContractReads,
  display,
  EMPTY_HOLDING,
  type Holding as ExpectedHolding,
} from '../../../../test/support/indexer/contract-reads.js';
import { DECIMALS, IndexerFixture } from '../../../../test/support/indexer/indexer-fixture.js';
import { RandomTrading } from '../../../../test/support/indexer/random-trading.js';

const SEED = Number(process.env.INDEX_TEST_SEED ?? 7);

const signedSum = (amounts: readonly string[]): string =>
  display(
    amounts.reduce((total, amount) => {
      const size = toBaseUnits(amount.replace('-', ''), DECIMALS) ?? 0n;
      return amount.startsWith('-') ? total - size : total + size;
    }, 0n),
  );

const sum = (amounts: readonly string[]): string =>
  display(amounts.reduce((total, amount) => total + (toBaseUnits(amount, DECIMALS) ?? 0n), 0n));

function computeExpected(sides: readonly Holding[], blockTime: Date): ExpectedHolding {
  const positions = sides.map((side) => toPosition(side, blockTime));
  return {
    quantities: Object.fromEntries(positions.map(({ outcome, quantity }) => [outcome, quantity])),
    claimable: sum(positions.map(({ claimable }) => claimable)),
    refundable: sum(positions.map(({ refundable }) => refundable)),
    settled: sides.some(({ transactionHash }) => transactionHash !== null),
    cost: sum(positions.map(({ cost }) => cost)),
    value: sum(positions.map(({ currentValue }) => currentValue)),
    realized: signedSum(positions.map(({ realizedPnl }) => realizedPnl)),
    unrealized: signedSum(positions.map(({ unrealizedPnl }) => unrealizedPnl)),
    claimAction: positions.find(({ claimAction }) => claimAction !== null)?.claimAction ?? null,
  };
}

const OF = `JOIN users AS u ON u.id = held.user_id JOIN chain_markets AS m ON m.record_id = held.market_id
  WHERE m.market_contract_address = $1 AND u.wallet_address = $2 ORDER BY held.outcome`;
const SETTLEMENTS_SQL = `SELECT concat_ws(' ', held.outcome, trim_scale(held.amount), held.status, held.tx_hash,
  to_char(held.settled_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS line FROM settlements AS held ${OF}`;
const POSITIONS_SQL = `SELECT concat_ws(' ', held.outcome, trim_scale(held.quantity), trim_scale(held.average_entry_price)) AS line
  FROM positions AS held ${OF}`;

describe(`read models after random histories (seed ${SEED})`, () => {
  let set: IndexerFixture;
  let trading: RandomTrading;
  let rpc: ChainRpc;
  let contracts: ContractReads;

  beforeAll(async () => {
    set = await IndexerFixture.start();
    trading = new RandomTrading(set.contracts, new Random(SEED));
    rpc = new ChainRpc({ url: set.contracts.chain.url, chainId: CHAIN_ID });
    contracts = new ContractReads(set, rpc);
  });
  afterAll(async () => {
    await set?.stop();
  });

  async function lines(text: string, parameters: string[]): Promise<string[]> {
    return (await set.database.query<{ line: string }>(text, parameters)).map(({ line }) => line);
  }

  async function readPortfolio(
    account: string,
  ): Promise<{ asOfBlock: number | null; held: Map<string, ExpectedHolding> }> {
    const portfolios = new PortfolioRepository(set.database);
    const { block, holdings } = await portfolios.readHoldings('agent_unknown', account.toLowerCase());
    const addresses = new Set(holdings.map(({ marketContractAddress }) => marketContractAddress));
    const held = new Map(
      [...addresses].map((address) => {
        const sides = holdings.filter(({ marketContractAddress }) => marketContractAddress === address);
        return [address, computeExpected(sides, block?.blockTime ?? new Date(0))] as const;
      }),
    );
    return { asOfBlock: block?.blockNumber ?? null, held };
  }

  it('every holding and claim equals the contracts at every checkpoint', async () => {
    const seen = { claimable: 0, refundable: 0, settled: 0, paid: 0, lost: 0, expected: 0 };
    for (let stop = 0; stop < 10; stop += 1) {
      await trading.steps(40);
      await set.index();
      for (const account of trading.accounts) {
        const { asOfBlock, held } = await readPortfolio(account);
        expect(asOfBlock).toBe((await set.source.head()).blockNumber);
        for (const market of trading.markets) {
          const answers = await contracts.holding(account, market);
          expect(held.get(market.toLowerCase()) ?? EMPTY_HOLDING).toEqual(answers);
          seen.claimable += Number(answers.claimable !== '0');
          seen.refundable += Number(answers.refundable !== '0');
          seen.settled += Number(answers.settled);
          seen.paid += Number(answers.settled && answers.realized !== '0');
          seen.lost += Number(!answers.settled && answers.realized.startsWith('-'));
          seen.expected += Number(answers.unrealized !== '0');
        }
      }
    }
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('every market, position and settlement record equals the contracts', async () => {
    const markets = await set.database.query<{ address: string; phase: string; winner: string | null; pools: string }>(
      `SELECT market_contract_address AS address, phase, winning_outcome AS winner,
         concat_ws(' ', yes_pool_base_units, no_pool_base_units) AS pools FROM chain_markets`,
    );
    expect(markets).toHaveLength(trading.markets.length);
    for (const { address, phase, winner, pools } of markets) {
      const [status, won, yes, no] = await Promise.all([
        rpc.view(address, viewCall('market', 'status', [])),
        contracts.readWinner(address),
        rpc.view(address, viewCall('market', 'totalYes', [])),
        rpc.view(address, viewCall('market', 'totalNo', [])),
      ]);
      expect([phase, winner, pools]).toEqual([MARKET_PHASES[Number(status)], won, `${yes} ${no}`]);
    }
    let compared = 0;
    for (const market of trading.markets) {
      for (const account of trading.accounts) {
        const of = [market.toLowerCase(), account.toLowerCase()];
        const settlements = await lines(SETTLEMENTS_SQL, of);
        expect(settlements).toEqual(await contracts.settlements(account, market));
        expect(await lines(POSITIONS_SQL, of)).toEqual(await contracts.positions(account, market));
        compared += settlements.length;
      }
    }
    expect(compared).toBeGreaterThan(10);
    const others = await set.database.query('SELECT 1 FROM settlements');
    expect(others).toHaveLength(compared);
  });

  it('realised profit is payout minus stake once a holding is final', async () => {
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

  it('claim_action pays exactly the shown amount', async () => {
    const paid = { claim_payout: 0, claim_refund: 0 };
    for (const account of trading.accounts) {
      for (const [market, { claimAction, claimable, refundable }] of (await readPortfolio(account)).held) {
        if (claimAction !== 'claim_payout' && claimAction !== 'claim_refund') continue;
        const call = { function: claimAction === 'claim_payout' ? 'claimPayout' : 'claimRefund' } as const;
        const { error, transfers } = await set.contracts.act(account, market, call);
        expect([error, display(transfers[0]?.amountBaseUnits ?? 0n)]).toEqual([
          null,
          signedSum([claimable, refundable]),
        ]);
        paid[claimAction] += 1;
      }
    }
    expect(Math.min(...Object.values(paid))).toBeGreaterThan(0);
    await set.index();
    for (const account of trading.accounts) {
      const { held } = await readPortfolio(account);
      expect([...held.values()].filter(({ claimAction }) => claimAction !== null)).toEqual([]);
    }
  });

  it('a rebuild from block zero gives the same rows', async () => {
    const followed = await set.rows();
    await set.clear();
    await set.index();
    expect(await set.rows()).toEqual(followed);
  });
});
