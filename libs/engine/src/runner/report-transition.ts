import type { EngineDependencies } from './engine-dependencies.js';
import { toReportedFailure } from '../domain/failure-reason.js';
import type { Transition } from '../domain/transition.js';
import { databaseTimeMs, type StepContext } from './step-context.js';

type Reporters = Pick<EngineDependencies, 'metrics' | 'log'>;

/**
 * Stages of an execution, measured per step but for the first and the last:
 * - `queued`: accepted to armed
 * - `submitted`: armed to the provider's answer
 * - `broadcast`, `mined`: since the last send
 * - `confirmed`: mined to done; 0 when one write records both
 * - `total`: accepted to the end
 */
type ExecutionStage = 'queued' | 'submitted' | 'broadcast' | 'mined' | 'confirmed' | 'total';

export function reportArmed(reporters: Reporters, context: StepContext): void {
  const { execution, step } = context;
  reporters.log.debug({ event: 'step.armed', executionId: execution.id });
  const isFirst = execution.steps[0]?.kind === step.kind;
  if (isFirst) observeStage(reporters, 'queued', databaseTimeMs(context) - execution.createdAtMs);
}

export function reportTransition(reporters: Reporters, context: StepContext, transition: Transition): void {
  const { log, metrics } = reporters;
  const { id: executionId, createdAtMs, intent } = context.execution;
  const { event, facts } = transition;
  if (event.startsWith('execution.')) log.info({ ...facts, event, executionId, ...describeEnd(context, transition) });
  else log.debug({ ...facts, event, executionId });
  reportStage(reporters, context, transition);
  const to = transition.execution?.to;
  if (to === 'unknown') metrics.count('presage_executions_became_unknown_total', { action: intent.action });
  if (to !== 'executed' && to !== 'failed' && to !== 'cancelled') return;
  observeStage(reporters, 'total', databaseTimeMs(context) - createdAtMs);
  metrics.count('presage_executions_ended_total', { action: intent.action, outcome: to });
  const reason = toReportedFailure(transition.execution?.failureReason ?? null);
  if (to === 'failed') metrics.count('presage_executions_failed_total', { reason: reason ?? 'other' });
}

/** Whose execution it is, and why it failed. */
function describeEnd(
  { execution: { intent } }: StepContext,
  { execution }: Transition,
): Readonly<Record<string, string>> {
  const reason = execution?.failureReason;
  return { action: intent.action, agentId: intent.agentId, ...(reason !== undefined && { reason }) };
}

function reportStage(reporters: Reporters, context: StepContext, { step: change }: Transition): void {
  const { step } = context;
  const nowMs = databaseTimeMs(context);
  const armedAtMs = step.armedAtMs ?? nowMs;
  const sentAtMs = step.lastSentAtMs ?? nowMs;
  if (change?.to === 'sent') observeStage(reporters, 'submitted', nowMs - armedAtMs);
  const hash = change?.transactionHash ?? null;
  if (hash !== null && !step.hashes.includes(hash)) observeStage(reporters, 'broadcast', nowMs - sentAtMs);
  if (typeof change?.blockNumber !== 'number') return;
  const isMined = step.status === 'mined';
  if (!isMined && (change.to === 'mined' || change.to === 'done')) observeStage(reporters, 'mined', nowMs - sentAtMs);
  if (change.to === 'done') observeStage(reporters, 'confirmed', isMined ? nowMs - step.updatedAtMs : 0);
}

/** Never negative: two clocks are compared. */
function observeStage({ metrics }: Reporters, stage: ExecutionStage, ms: number): void {
  metrics.observe('presage_execution_stage_seconds', { stage }, Math.max(0, ms) / 1000);
}
