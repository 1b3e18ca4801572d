import type { Answer, WireRecord } from './answer.js';
import { Agent } from './agent.js';
import type { Client } from './client.js';
import type { Product } from './product.js';

/** Minimum time for stakes. */
const MIN_LIFE_S = 20;
/** Time for stakes as a multiple of the preparation, which takes less work. Suffices on a slow machine too. */
const LIVES = 8;
const TIMEOUT_MS = 150_000;

export const EVIDENCE = { url: 'https://www.ipma.pt/report.pdf', sha256: null, note: 'Page 3 </script> & more' };

/** A market on chain that was resolved YES, with stakes of 10 and 20 on YES and 30 on NO. */
export interface SettledMarket {
  readonly market_contract_address: string;
  /** Its market record, which shows the resolution and the claim. */
  readonly record: WireRecord;
  /** Its creator and resolver, who staked 10 and has claimed. */
  readonly paid: Agent;
  /** Answers of the executes. */
  readonly answers: Readonly<Record<'buyYes' | 'buyNo' | 'close' | 'resolve' | 'claim', Answer>>;
}

/** Starts the market before the first test. The returned function waits until it is settled. */
export function useSettledMarket({ client }: Product): () => Promise<SettledMarket> {
  let life: Promise<SettledMarket> | undefined;
  beforeAll(() => {
    life = settleMarket(client);
    // The tests that wait for it report a failure; without a handler it would end the process.
    life.catch(() => undefined);
  });
  return () => life ?? Promise.reject(new Error('no market was started'));
}

async function settleMarket(client: Client): Promise<SettledMarket> {
  const startedMs = performance.now();
  const [paid, owed, lost] = await Promise.all([1, 2, 3].map(() => Agent.withFunds(client)));
  if (paid === undefined || owed === undefined || lost === undefined) throw new Error('expected three agents');
  const preparedS = Math.ceil((performance.now() - startedMs) / 1000);
  const market = await paid.createMarket(Math.max(MIN_LIFE_S, LIVES * preparedS));
  const [buyYes, , buyNo] = await Promise.all([
    paid.run('buy_yes', { ...market, amount: '10' }),
    owed.run('buy_yes', { ...market, amount: '20' }),
    lost.run('buy_no', { ...market, amount: '30' }),
  ]);
  const close = await paid.closeWhenDue(market);
  const resolve = await paid.run('resolve_market', { ...market, outcome: 'yes', evidence: EVIDENCE });
  const claim = await paid.run('claim_payout', market);
  return {
    market_contract_address: market.market_contract_address,
    record: await readRecord(client, market.market_contract_address),
    paid,
    answers: { buyYes, buyNo, close, resolve, claim },
  };
}

/** Waits until the market's record shows the claim. */
async function readRecord(client: Client, contract: string): Promise<WireRecord> {
  const record = await recordOnChain(client, contract, 'RESOLVED');
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
    const { settlements } = (await client.get(`/markets/${record.id}/settlements`)).body;
    if (settlements.some(({ status }) => status === 'SETTLED')) return record;
  }
  throw new Error(`no settlement shows the claim on ${contract}`);
}

/** Waits until the market has a record with this status. */
export async function recordOnChain(client: Client, contract: string, status: string): Promise<WireRecord> {
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
    const { body } = await client.get(`/markets?status=${status}`);
    const record = body.markets.find(({ onchain }) => (onchain as OnChain)?.market_contract_address === contract);
    if (record !== undefined) return record;
  }
  throw new Error(`no record shows ${contract} as ${status}`);
}

type OnChain = { market_contract_address: string } | null | undefined;
