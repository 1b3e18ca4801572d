import type { ChainHistory } from '@app/chain';
import type { PlanContext } from '@app/engine';
import type { SqlSession } from '@app/persistence';
import { checkArchives } from './archive/check-archives.js';
import { checkAnchors } from './check-anchors.js';
import { checkAgainstChain } from './check-chain.js';
import { checkEffects, checkLostEffects } from './check-effects.js';
import { checkEventLogs } from './check-event-logs.js';
import { checkLoggedExecution } from './check-events.js';
import { checkIntents } from './check-intents.js';
import { checkLoggedEffects } from './check-logged-effects.js';
import { checkOrphans } from './check-orphans.js';
import { checkSpent } from './check-spent.js';
import { checkSteps } from './check-steps.js';
import type { Finding } from './finding.js';
import { readExecutions } from './records.js';

/** Findings that are kept; further ones are only counted. */
const MAX_FINDINGS = 1_000;

export interface VerificationDependencies {
  readonly sql: SqlSession;
  readonly chain: ChainHistory;
  readonly plan: PlanContext;
  /** Block of the factory's deployment, or 0. */
  readonly fromBlock: number;
}

export interface Verification {
  readonly executions: number;
  /** Executions of archived months, which are in files. */
  readonly archived: number;
  readonly intents: number;
  /** Events of the logs of agents and markets. */
  readonly events: number;
  readonly anchors: number;
  /** Covers all events before it. A copy kept elsewhere later reveals a rewritten history. */
  readonly lastAnchorHash: string | null;
  readonly effects: number;
  /** Effects whose intents a restored database lacks. */
  readonly lost: number;
  readonly executed: number;
  readonly underWay: number;
  /** Failed executions whose deadline has not passed, so that their absence from the chain is not final. */
  readonly deadlineOpen: number;
  readonly asOfBlock: number;
  readonly findingsCount: number;
  /** First 1,000 findings. */
  readonly findings: readonly Finding[];
}

/**
 * Checks all records against the chain: every recorded effect happened, and happened once. Read-only. The chain is read up to
 * a block before the first record. Records are read in pages, each by one statement, so no snapshot outlasts a page. It may
 * run beside a live system.
 */
export async function verifyRecords({ sql, chain, plan, fromBlock }: VerificationDependencies): Promise<Verification> {
  const head = await chain.head();
  const findings: Finding[] = [];
  let findingsCount = 0;
  const report = (code: string, subject: string, detail: string): void => {
    findingsCount += 1;
    if (findings.length < MAX_FINDINGS) findings.push({ code, subject, detail });
  };
  const check = { chain, report, decimals: plan.decimals, head };
  const count = { executions: 0, executed: 0, underWay: 0, deadlineOpen: 0 };
  for await (const batch of readExecutions(sql, report)) {
    for (const recorded of batch) {
      await checkLoggedExecution(sql, recorded.execution, report);
      checkSteps(recorded, plan, report);
    }
    count.deadlineOpen += await checkAgainstChain(batch, check);
    count.executions += batch.length;
    count.executed += batch.filter(({ execution }) => execution.status === 'executed').length;
    count.underWay += batch.filter(({ execution }) => execution.completedMs === null).length;
  }
  const intents = await checkIntents(sql, check);
  await checkOrphans(sql, report);
  await checkSpent(sql, report);
  const events = await checkEventLogs(sql, report);
  await checkLoggedEffects(sql, report);
  const archived = await checkArchives(sql, report);
  const anchored = await checkAnchors(sql, report);
  const effects = await checkEffects(sql, chain, { fromBlock, toBlock: head.blockNumber, report });
  const lost = await checkLostEffects(sql, chain, report);
  return {
    ...count,
    ...anchored,
    archived,
    events,
    intents,
    effects,
    lost,
    asOfBlock: head.blockNumber,
    findingsCount,
    findings,
  };
}
