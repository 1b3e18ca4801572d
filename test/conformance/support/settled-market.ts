import type { Answer, WireRecord } from './answer.js';
import { Agent } from './agent.js';
import type { Client } from './client.js';
import type { Product } from './product.js';

/** How long the market takes stakes at the least. */
const MIN_LIFE_S = 20;
/** And how many times as long as it took to prepare, which is less work: so it is enough on a slow machine, too. */
const LIVES = 8;
const TIMEOUT_MS = 150_000;

/** A market on the chain that ended with YES: 10 and 20 were staked on YES, 30 on NO. */
export interface SettledMarket {
  readonly market_contract_address: string;
  /** Its core record, once everything below shows in it. */
  readonly record: WireRecord;
  /** Its creator and resolver, who staked the 10 and has claimed. */
  readonly paid: Agent;
  /** What the executes answered. */
  readonly answers: Readonly<Record<'buyYes' | 'buyNo' | 'close' | 'resolve' | 'claim', Answer>>;
}

/** Its life begins before the first test and goes on beside them; who asks for it waits for its end. */
export function useSettledMarket({ client }: Product): () => Promise<SettledMarket> {
  let life: Promise<SettledMarket> | undefined;
  beforeAll(() => {
    life = liveThrough(client);
    // Whoever waits for it is told; until somebody does, a failure is no crash.
    life.catch(() => undefined);
  });
  return () => life ?? Promise.reject(new Error('it has not begun'));
}

async function liveThrough(client: Client): Promise<SettledMarket> {
  const begunMs = performance.now();
  const [paid, owed, lost] = await Promise.all([1, 2, 3].map(() => Agent.withFunds(client)));
  if (paid === undefined || owed === undefined || lost === undefined) throw new Error('three agents were asked for');
  const preparedS = Math.ceil((performance.now() - begunMs) / 1000);
  const market = await paid.createMarket(Math.max(MIN_LIFE_S, LIVES * preparedS));
  const [buyYes, , buyNo] = await Promise.all([
    paid.run('buy_yes', { ...market, amount: '10' }),
    owed.run('buy_yes', { ...market, amount: '20' }),
    lost.run('buy_no', { ...market, amount: '30' }),
  ]);
  const close = await paid.closeWhenDue(market);
  const resolve = await paid.run('resolve_market', { ...market, outcome: 'yes' });
  const claim = await paid.run('claim_payout', market);
  return {
    market_contract_address: market.market_contract_address,
    record: await recordOf(client, market.market_contract_address),
    paid,
    answers: { buyYes, buyNo, close, resolve, claim },
  };
}

/** The record that the indexer made of the market, once it knows of the claim. */
async function recordOf(client: Client, contract: string): Promise<WireRecord> {
  const record = await recordOnChain(client, contract, 'RESOLVED');
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
    const { settlements } = (await client.get(`/markets/${record.id}/settlements`)).body;
    if (settlements.some(({ status }) => status === 'SETTLED')) return record;
  }
  throw new Error(`no settlement has come to show the claim on ${contract}`);
}

/** A market's record, once it has come and has that status. */
export async function recordOnChain(client: Client, contract: string, status: string): Promise<WireRecord> {
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
    const { body } = await client.get(`/markets?status=${status}`);
    const record = body.markets.find(({ onchain }) => (onchain as OnChain)?.market_contract_address === contract);
    if (record !== undefined) return record;
  }
  throw new Error(`no record has come to show that ${contract} is ${status}`);
}

type OnChain = { market_contract_address: string } | null | undefined;
