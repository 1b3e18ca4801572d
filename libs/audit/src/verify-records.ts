import type { PlanContext } from '@app/agents';
import type { Database, Sql } from '@app/persistence';
import type { ChainHistory } from '@app/chain';
import { checkAgainstChain } from './check-chain.js';
import { checkAnchors } from './check-anchors.js';
import { checkEffects } from './check-effects.js';
import { checkEvents } from './check-events.js';
import { checkIntents } from './check-intents.js';
import { checkOrphans } from './check-orphans.js';
import { checkSteps } from './check-steps.js';
import type { Finding } from './finding.js';
import { readExecutions } from './records.js';

/** A report that nobody can read to the end proves no more than its first lines. */
const KEPT_FINDINGS = 1_000;

export interface VerificationParts {
  readonly database: Database;
  readonly chain: ChainHistory;
  readonly plan: PlanContext;
  /** Of the factory's deployment, or 0. */
  readonly fromBlock: number;
}

export interface Verification {
  readonly executions: number;
  readonly intents: number;
  readonly events: number;
  readonly anchors: number;
  /** Stands for the whole history up to it: one that is kept elsewhere shows later whether all of it was rewritten. */
  readonly lastAnchorHash: string | null;
  readonly effects: number;
  readonly executed: number;
  readonly underWay: number;
  /** Failed, and absent from the chain so far: their deadline has not passed yet. */
  readonly deadlineOpen: number;
  readonly asOfBlock: number;
  readonly findingsCount: number;
  /** The first of them. */
  readonly findings: readonly Finding[];
}

/** One look takes its time, and waits for the chain in between. */
const STATEMENT_LIMIT = '10min';

/**
 * Proves of every execution that what is recorded is what happened, and happened once; reads, and writes nothing. The
 * records are those of one moment, and the chain is read up to a block before it, so it may run beside a live system.
 */
export async function verifyRecords(parts: VerificationParts): Promise<Verification> {
  const head = await parts.chain.head();
  // One snapshot for the whole look, which is worth the transaction that stays open while the chain is asked.
  return parts.database.transaction(async (sql) => {
    await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout'];
    await sql.query('SELECT set_config(name, $2, true) FROM unnest($1::text[]) AS name', [names, STATEMENT_LIMIT]);
    return verifySnapshot(sql, parts, head);
  });
}

/** The same within a transaction of the caller's. */
export async function verifySnapshot(
  sql: Sql,
  { chain, plan, fromBlock }: Omit<VerificationParts, 'database'>,
  head: { blockNumber: number; timestampMs: number },
): Promise<Verification> {
  const findings: Finding[] = [];
  let findingsCount = 0;
  const report = (code: string, subject: string, detail: string): void => {
    findingsCount += 1;
    if (findings.length < KEPT_FINDINGS) findings.push({ code, subject, detail });
  };
  const check = { chain, report, decimals: plan.decimals, head };
  const count = { executions: 0, events: 0, executed: 0, underWay: 0, deadlineOpen: 0 };
  for await (const batch of readExecutions(sql, report)) {
    for (const recorded of batch) {
      checkEvents(recorded.execution, report);
      checkSteps(recorded, plan, report);
      count.events += recorded.execution.events.length;
    }
    count.deadlineOpen += await checkAgainstChain(batch, check);
    count.executions += batch.length;
    count.executed += batch.filter(({ execution }) => execution.status === 'executed').length;
    count.underWay += batch.filter(({ execution }) => execution.completed_ms === null).length;
  }
  const intents = await checkIntents(sql, check);
  await checkOrphans(sql, report);
  const anchored = await checkAnchors(sql, report);
  const effects = await checkEffects(sql, chain, { fromBlock, toBlock: head.blockNumber, report });
  return { ...count, ...anchored, intents, effects, asOfBlock: head.blockNumber, findingsCount, findings };
}
