import { toBaseUnits } from '@app/common';
import { hashOfEvent, type WireEvent } from '@app/events';

const PHASES: Readonly<Record<string, string>> = {
  'market.created': 'open',
  'market.closed': 'closed',
  'market.resolved': 'resolved',
  'market.cancelled': 'cancelled',
};

/** Facts that a reader of event logs knows. Amounts are base units; keys contain market, account and outcome. */
export interface FoldedLogs {
  readonly markets: Map<string, { phase: string; winner: string | null; yesPool: bigint; noPool: bigint }>;
  readonly positions: Map<string, bigint>;
  readonly claimables: Map<string, bigint>;
  readonly payments: Map<string, bigint>;
  /** Events that a reorganisation took back. */
  undone: number;
}

export function emptyFacts(): FoldedLogs {
  return { markets: new Map(), positions: new Map(), claimables: new Map(), payments: new Map(), undone: 0 };
}

/**
 * Adds what the events of one whole log state, without those that a reorganisation took back.
 * @throws Error when the events are not contiguous, or one does not hash the one before it
 */
export function foldLog(facts: FoldedLogs, events: readonly WireEvent[], decimals: number): void {
  assertChain(events);
  const undone = new Set(
    events.flatMap(({ type, data }) => (type === 'chain.reorganised' ? [data['undoes_seq']] : [])),
  );
  facts.undone += undone.size;
  const amountOf = ({ data }: WireEvent, name: string): bigint => toBaseUnits(textOf(data[name]), decimals) ?? 0n;
  for (const event of events.filter(({ seq, type }) => type !== 'chain.reorganised' && !undone.has(seq))) {
    const { type, data } = event;
    const address = data['market_contract_address'];
    if (typeof address !== 'string') continue; // of a wallet
    const holder = `${address} ${textOf(data['account'])}`;
    if (type === 'position.changed')
      add(facts.positions, `${holder} ${textOf(data['outcome'])}`, amountOf(event, 'amount'));
    if (type.endsWith('.claimable')) add(facts.claimables, holder, amountOf(event, 'amount'));
    if (type.endsWith('.claimed')) add(facts.payments, holder, amountOf(event, 'amount'));
    const known = facts.markets.get(address) ?? { phase: 'open', winner: null, yesPool: 0n, noPool: 0n };
    facts.markets.set(address, {
      phase: PHASES[type] ?? known.phase,
      winner: type === 'market.resolved' ? textOf(data['winning_outcome']) : known.winner,
      yesPool: 'yes_pool' in data ? amountOf(event, 'yes_pool') : known.yesPool,
      noPool: 'no_pool' in data ? amountOf(event, 'no_pool') : known.noPool,
    });
  }
}

function assertChain(events: readonly WireEvent[]): void {
  for (const [index, event] of events.entries()) {
    const previousHash = events[index - 1]?.hash ?? null;
    if (event.seq !== index + 1) throw new Error(`the log has ${event.seq} where ${index + 1} follows`);
    if (event.previous_hash !== previousHash || hashOfEvent(event) !== event.hash) {
      throw new Error(`event ${event.seq} does not fit the hash chain`);
    }
  }
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error('an event lacks a text');
  return value;
}
