import type { ChainEffect, ChainHistory, RefQuery } from '@app/chain';
import { WALLET_PROVIDER } from '@app/common';
import type { SqlSession } from '@app/persistence';
import type { Report } from './finding.js';

const LOST_PER_PAGE = 1_000;
/** Id below every lane's. */
export const NO_LANE = '00000000-0000-0000-0000-000000000000';

type RecordedEffect = { ref: string; status: string; transactionHash: string | null };

/** Checks that every effect of a product wallet has its execution, or a record of its loss. @returns their number */
export async function checkEffects(
  sql: SqlSession,
  chain: ChainHistory,
  { fromBlock, toBlock, report }: { fromBlock: number; toBlock: number; report: Report },
): Promise<number> {
  let count = 0;
  for await (const all of chain.effects({ fromBlock, toBlock })) {
    const effects = await effectsOfWallets(sql, all);
    count += effects.length;
    await checkRecorded(sql, effects, report);
  }
  return count;
}

/** Checks that the chain has the effects whose intents a restored database lacks. @returns their number */
export async function checkLostEffects(sql: SqlSession, chain: ChainHistory, report: Report): Promise<number> {
  let [count, lane, after] = [0, NO_LANE, ''];
  for (;;) {
    const lost = await sql.query<RefQuery & { laneId: string }>(LOST_SQL, [lane, after, LOST_PER_PAGE]);
    const last = lost.at(-1);
    if (last === undefined) return count;
    const used = await chain.refsUsed(lost);
    for (const [index, { ref, sender }] of lost.entries()) {
      if (used[index] !== true) report('lost_effect_missing', ref, `${sender} has never used it`);
    }
    count += lost.length;
    [lane, after] = [last.laneId, last.ref];
  }
}

/** Effects of wallets of the custody, and not of demo wallets. */
async function effectsOfWallets(sql: SqlSession, effects: readonly ChainEffect[]): Promise<ChainEffect[]> {
  const accounts = [...new Set(effects.map(({ account }) => account))];
  const rows = await sql.query<{ address: string }>(
    `SELECT agent_wallet_address AS address FROM agent_wallets
     WHERE agent_wallet_address = ANY ($1) AND wallet_provider = $2`,
    [accounts, WALLET_PROVIDER],
  );
  const wallets = new Set(rows.map(({ address }) => address));
  return effects.filter(({ account }) => wallets.has(account));
}

async function checkRecorded(sql: SqlSession, effects: readonly ChainEffect[], report: Report): Promise<void> {
  const rows = await sql.query<RecordedEffect>(RECORDED_SQL, [
    [...new Set(effects.map(({ account }) => account))],
    effects.flatMap(({ ref }) => (ref === null ? [] : [ref])),
  ]);
  const byRef = new Map<string, RecordedEffect[]>();
  for (const row of rows) byRef.set(row.ref, [...(byRef.get(row.ref) ?? []), row]);
  for (const effect of effects) checkEffect(effect, byRef.get(effect.ref ?? '') ?? [], report);
}

/** An executed execution has one transaction, so a second effect shows as one that no execution records. */
function checkEffect(
  { ref, transactionHash, account }: ChainEffect,
  recorded: readonly RecordedEffect[],
  report: Report,
): void {
  if (ref === null) return report('effect_without_ref', transactionHash, `${account} acted without an intent`);
  if (recorded.length === 0) return report('effect_unrecorded', transactionHash, `no execution has the ref ${ref}`);
  const executed = recorded.filter(({ status }) => status === 'executed');
  if (executed.length > 0 && !executed.some((one) => one.transactionHash === transactionHash)) {
    return report('effect_elsewhere', transactionHash, `${ref} is recorded as executed by another transaction`);
  }
  if (recorded.every(({ status }) => status === 'failed' || status === 'cancelled')) {
    const statuses = recorded.map(({ status }) => status).join(', ');
    report('effect_of_failed', transactionHash, `every execution of ${ref} is ${statuses}`);
  }
}

const RECORDED_SQL = `
  SELECT e.ref, e.status, e.transaction_hash AS "transactionHash"
  FROM agent_wallets AS w JOIN executions AS e ON e.agent_id = w.agent_id
  WHERE w.agent_wallet_address = ANY ($1) AND e.ref = ANY ($2)
  UNION ALL
  SELECT '0x' || encode(a.ref, 'hex'), CASE WHEN a.transaction_hash IS NULL THEN 'failed' ELSE 'executed' END,
    '0x' || encode(a.transaction_hash, 'hex')
  FROM agent_wallets AS w JOIN archived_executions AS a ON a.lane_id = w.id JOIN archives AS r ON r.id = a.archive_id
  WHERE w.agent_wallet_address = ANY ($1) AND r.status <> 'writing'
    AND a.ref = ANY (SELECT decode(substr(ref, 3), 'hex') FROM unnest($2::text[]) AS given (ref))
  UNION ALL
  SELECT l.ref, 'lost', l.transaction_hash FROM agent_wallets AS w JOIN lost_effects AS l ON l.lane_id = w.id
  WHERE w.agent_wallet_address = ANY ($1) AND l.ref = ANY ($2)`;

const LOST_SQL = `
  SELECT lane_id AS "laneId", ref, agent_wallet_address AS sender FROM lost_effects
  WHERE (lane_id, ref) > ($1::uuid, $2) ORDER BY lane_id, ref LIMIT $3`;
