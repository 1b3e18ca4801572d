import { isBuy } from '@app/common';
import type { StepKind } from '../../../../libs/engine/src/domain/states.js';
import type { ExecutionRow, Tables } from './rows.js';

/** Approval on which the execution stands: its own, or else the last done one of its wallet for the market. */
export function approvalOf({ executions }: Tables, execution: ExecutionRow, kind: StepKind): string | null {
  const own = execution.approveTransactionHash;
  if (own !== null || kind === 'approve' || !isBuy(execution.action)) return own;
  const earlier = [...executions.values()].findLast(
    (one) =>
      one.laneId === execution.laneId &&
      one.marketContractAddress === execution.marketContractAddress &&
      one.approveTransactionHash !== null &&
      (one.status === 'executed' || one.approveTransactionHash !== one.transactionHash) &&
      one.steps.every((step) => step.kind === 'main' || step.status === 'done'),
  );
  return earlier?.approveTransactionHash ?? null;
}

/** Highest block of a main step, or of any step of these executions. */
export function knownBlock({ executions }: Tables, own: readonly ExecutionRow[]): number {
  const steps = [...executions.values()].flatMap((one) =>
    one.steps.filter(({ kind }) => kind === 'main' || own.includes(one)),
  );
  return Math.max(0, ...steps.map(({ blockNumber }) => blockNumber ?? 0));
}
