import { JsonRpc } from '@app/chain';
import { fromBaseUnits, toBaseUnits } from '@app/common';
import { MARKET_STATUSES, outcomeFromNumber, TRANSFER_TOPIC, viewCall } from '@app/contracts';
import { resolutionTermsOf } from '@app/markets';
import { zeroPadValue } from 'ethers';
import { CHAIN_ID } from '../../../contracts/testing/anvil.js';
import { seededRandom } from '../../../test/e2e/support/seeded-random.js';
import { valueHolding } from '../../agents/src/portfolio/domain/value-holding.js';
import { readHoldings } from '../../agents/src/portfolio/persistence/portfolio-statements.js';
import { DECIMALS, IndexedStage } from './testing/indexed-stage.js';
import { RandomTrading } from './testing/random-trading.js';

const SEED = Number(process.env.INDEX_TEST_SEED ?? 7);
const display = (amount: bigint): string => fromBaseUnits(amount, DECIMALS);

/** What a market answers about an account, in the words of a portfolio. */
interface Answers {
  quantities: Record<string, string>;
  claimable: string;
  refundable: string;
  settled: boolean;
  cost: string;
  value: string;
  /** What it has brought, less what was put in, as far as that is over. */
  realized: string;
  unrealized: string;
  claimAction: string | null;
}

const NOTHING: Answers = {
  ...{ quantities: {}, claimable: '0', refundable: '0', settled: false, cost: '0', value: '0' },
  ...{ realized: '0', unrealized: '0', claimAction: null },
};

interface Outcome {
  yes: bigint;
  no: bigint;
  settled: boolean;
  received: bigint;
  winner: string | null;
}

/** A loss is over with the resolution, a profit or a refund with the claim. */
function lostBy(phase: string, { yes, no, settled, received, winner }: Outcome): bigint {
  if (phase === 'cancelled') return 0n;
  const [won, lost] = winner === 'YES' ? [yes, no] : [no, yes];
  return (settled ? received - won : 0n) - lost;
}

const signedSum = (amounts: readonly string[]): string =>
  display(
    amounts.reduce((total, amount) => {
      const size = toBaseUnits(amount.replace('-', ''), DECIMALS) ?? 0n;
      return amount.startsWith('-') ? total - size : total + size;
    }, 0n),
  );

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
    const [yes, no, payout, refund, settled, status] = await Promise.all([
      rpc.view(market, viewCall('market', 'yesPositions', [account])),
      rpc.view(market, viewCall('market', 'noPositions', [account])),
      rpc.view(market, viewCall('market', 'claimablePayout', [account])),
      rpc.view(market, viewCall('market', 'claimableRefund', [account])),
      rpc.view(market, viewCall('market', 'hasClaimed', [account])),
      rpc.view(market, viewCall('market', 'status', [])),
    ]);
    const phase = MARKET_STATUSES[Number(status)] ?? 'open';
    const cost = yes + no;
    const isOver = phase === 'resolved' || phase === 'cancelled';
    const value = isOver ? payout + refund : cost;
    const received = settled ? await receivedBy(account, market) : 0n;
    // Won, lost or given back: what is neither put in any more nor to be had any more.
    const realized = isOver ? lostBy(phase, { yes, no, settled, received, winner: await winnerOf(market) }) : 0n;
    return {
      quantities: { ...(yes > 0n && { YES: display(yes) }), ...(no > 0n && { NO: display(no) }) },
      claimable: display(payout),
      refundable: display(refund),
      settled,
      cost: display(cost),
      value: display(value),
      realized: display(realized),
      unrealized: display(isOver ? value + received - cost - realized : 0n),
      claimAction: payout > 0n ? 'claim_payout' : refund > 0n ? 'claim_refund' : null,
    };
  }

  async function winnerOf(market: string): Promise<string | null> {
    return outcomeFromNumber(await rpc.view(market, viewCall('market', 'winningOutcome', [])));
  }

  /** What the collateral's own transfers say that the market has paid the account. */
  async function receivedBy(account: string, market: string): Promise<bigint> {
    const topics = [TRANSFER_TOPIC, zeroPadValue(market, 32), zeroPadValue(account, 32)];
    const filter = { address: set.stage.collateral, fromBlock: '0x0', toBlock: 'latest', topics };
    const logs = await set.stage.chain.rpc<{ data: string }[]>('eth_getLogs', [filter]);
    return logs.reduce((sum, { data }) => sum + BigInt(data), 0n);
  }

  async function portfolioOf(account: string): Promise<{ asOfBlock: number | null; held: Map<string, Answers> }> {
    const query = { agentId: 'agent_of_nobody', agentWalletAddress: account.toLowerCase(), decimals: DECIMALS };
    const { block, holdings } = await readHoldings(set.database, query);
    const context = { blockTime: block?.blockTime ?? new Date(0), decimals: DECIMALS };
    const held = new Map(
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
            cost: sum(positions.map(({ cost }) => cost)),
            value: sum(positions.map(({ currentValue }) => currentValue)),
            realized: signedSum(positions.map(({ realizedPnl }) => realizedPnl)),
            unrealized: signedSum(positions.map(({ unrealizedPnl }) => unrealizedPnl)),
            claimAction: positions.find(({ claimAction }) => claimAction !== null)?.claimAction ?? null,
          },
        ] as const;
      }),
    );
    return { asOfBlock: block?.blockNumber ?? null, held };
  }

  it('every holding and claim is what the contracts answer, at every stop', async () => {
    const seen = { claimable: 0, refundable: 0, settled: 0, paid: 0, lost: 0, expected: 0 };
    for (let stop = 0; stop < 10; stop += 1) {
      await trading.steps(40);
      await set.index();
      for (const account of trading.accounts) {
        const { asOfBlock, held } = await portfolioOf(account);
        expect(asOfBlock).toBe((await set.source.head()).blockNumber);
        for (const market of trading.markets) {
          const answers = await ask(account, market);
          expect(held.get(market.toLowerCase()) ?? NOTHING).toEqual(answers);
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

  it('anyone may cancel a market from when the contract says', async () => {
    const market = trading.markets[0] ?? '';
    const [closesAt, delay] = await Promise.all([
      rpc.view(market, viewCall('market', 'closeTimestamp', [])),
      rpc.view(market, viewCall('market', 'ESCAPE_DELAY', [])),
    ]);
    const onchain = { closesAtMs: Number(closesAt) * 1000, creator: 'a', resolver: 'a', resolverHoldsPosition: false };
    const { cancellableByAnyoneAt } = resolutionTermsOf({ resolutionSource: null, onchain } as never);
    expect(cancellableByAnyoneAt).toEqual(new Date(Number(closesAt + delay) * 1000));
  });

  it('and all of it is the same when it is made anew from block zero', async () => {
    const followed = await set.rows();
    await set.forgetEverything();
    await set.index();
    expect(await set.rows()).toEqual(followed);
  });
});
