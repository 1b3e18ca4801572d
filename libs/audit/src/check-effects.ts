import type { Sql } from '@app/persistence';
import type { ChainEffect, ChainHistory } from '@app/chain';
import type { Report } from './finding.js';

const BLOCKS_PER_CALL = 500;

type KnownRow = { ref: string; status: string; transaction_hash: string | null };

/** From the chain back to the records: whatever a wallet of ours did, an execution knows of. @returns how many effects */
export async function checkEffects(
  sql: Sql,
  chain: ChainHistory,
  { fromBlock, toBlock, report }: { fromBlock: number; toBlock: number; report: Report },
): Promise<number> {
  let count = 0;
  for (let from = fromBlock; from <= toBlock; from += BLOCKS_PER_CALL) {
    const effects = await chain.effects(from, Math.min(toBlock, from + BLOCKS_PER_CALL - 1));
    const ours = await ownEffects(sql, effects);
    count += ours.length;
    await checkKnown(sql, ours, report);
  }
  return count;
}

async function ownEffects(sql: Sql, effects: readonly ChainEffect[]): Promise<ChainEffect[]> {
  const accounts = [...new Set(effects.map(({ account }) => account))];
  const rows = await sql.query<{ address: string }>(
    `SELECT agent_wallet_address AS address FROM agent_wallets WHERE agent_wallet_address = ANY ($1)`,
    [accounts],
  );
  const own = new Set(rows.map(({ address }) => address));
  return effects.filter(({ account }) => own.has(account));
}

async function checkKnown(sql: Sql, effects: readonly ChainEffect[], report: Report): Promise<void> {
  const rows = await sql.query<KnownRow>(
    `SELECT e.ref, e.status, e.transaction_hash FROM agent_wallets AS w JOIN executions AS e ON e.agent_id = w.agent_id
     WHERE w.agent_wallet_address = ANY ($1) AND e.ref = ANY ($2)`,
    [[...new Set(effects.map(({ account }) => account))], effects.flatMap(({ ref }) => (ref === null ? [] : [ref]))],
  );
  const known = new Map<string, KnownRow[]>();
  for (const row of rows) known.set(row.ref, [...(known.get(row.ref) ?? []), row]);
  for (const effect of effects) checkEffect(effect, known.get(effect.ref ?? '') ?? [], report);
}

/** An executed one names its only transaction, so a second effect shows as one that no execution names. */
function checkEffect({ ref, transactionHash, account }: ChainEffect, known: readonly KnownRow[], report: Report): void {
  const say = (code: string, detail: string): void => report(code, transactionHash, detail);
  if (ref === null) return say('effect_without_ref', `${account} acted outside of any intent`);
  if (known.length === 0) return say('effect_unrecorded', `no execution has the ref ${ref}`);
  const executed = known.filter(({ status }) => status === 'executed');
  if (executed.length > 0 && !executed.some(({ transaction_hash }) => transaction_hash === transactionHash))
    return say('effect_elsewhere', `${ref} is recorded as executed by another transaction`);
  if (known.every(({ status }) => status === 'failed' || status === 'cancelled'))
    say('effect_of_failed', `every execution of ${ref} is ${known.map(({ status }) => status).join(', ')}`);
}
