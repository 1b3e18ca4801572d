import type { JSX } from 'preact';
import { type ExecutionWithSteps, extractCause, isFinalFailure, type Step } from '@presage/sdk';
import { sentence } from '../format/text.js';
import { type FactRow, Facts } from '../ui/parts.js';
import { Badge, Hash, Time } from '../ui/values.js';
import { AttemptSteps, useReport } from './attempt-steps.js';

const WAITING_FOR: Readonly<Record<string, string>> = {
  lane: 'an earlier execution of the same wallet',
  block: 'a block with the transaction',
  provider: 'the wallet provider',
  gas: 'gas in the wallet',
  paused: 'an operator to resume the action or the agent',
};

/** One attempt: acceptance, transactions, and what was read back. */
export function ExecutionSteps({ execution }: { readonly execution: ExecutionWithSteps }): JSX.Element {
  const report = useReport(execution.execution_id);
  return (
    <li class={`step ${toState(execution)}`}>
      <h2>Execution, attempt {execution.attempt}</h2>
      <p>
        <Badge status={execution.status} />
        {execution.waiting_for !== null && (
          <> Waits for {WAITING_FOR[execution.waiting_for] ?? execution.waiting_for}.</>
        )}
      </p>
      {execution.status === 'unknown' && <Unknown step={execution.steps.find(({ status }) => status === 'unknown')} />}
      <Facts
        rows={[
          ['Execution', <Hash value={execution.execution_id} />],
          ['Accepted', <Time at={execution.created_at} />],
          ...approvalRow(execution),
          ['Transaction', <Hash value={execution.transaction_hash} />],
          ['Completed', <Time at={execution.completed_at} />],
          ...failureRows(execution),
        ]}
      />
      <AttemptSteps steps={execution.steps} report={report} />
      {execution.readback !== null && (
        <>
          <h3>Read back from the contracts, amounts in base units</h3>
          <Facts rows={readbackRows(execution)} />
        </>
      )}
    </li>
  );
}

function Unknown({ step }: { readonly step: Step | undefined }): JSX.Element {
  return (
    <div class="notice warn">
      <p>
        The transaction may have been sent. A worker asks the chain for an event with this intent’s ref, and the wallet
        provider for the transaction of this attempt. Nothing is sent again meanwhile.
      </p>
      {step?.kind === 'main' && step.deadline !== null && (
        <p>
          The outcome is known by <Time at={step.deadline} /> and the time of a block at the latest: the contracts
          refuse the call after its deadline.
        </p>
      )}
      {step?.kind === 'approve' && step.deadline !== null && (
        <p>
          If the token shows the allowance by <Time at={step.deadline} /> and the time of a block, the action follows
          with its own deadline. If not, the attempt fails, but the approval may still be mined and leave an allowance.
        </p>
      )}
    </div>
  );
}

function approvalRow({ approve_transaction_hash: hash }: ExecutionWithSteps): FactRow[] {
  return hash === undefined ? [] : [['Approval', <Hash value={hash} />]];
}

function failureRows({ failure_reason, error_code, error_message, retry_safe }: ExecutionWithSteps): FactRow[] {
  if (error_code === null) return [];
  return [
    ['Failure', `${failure_reason ?? error_code}: ${extractCause(error_message ?? '', failure_reason)}`],
    isFinalFailure(failure_reason)
      ? ['Another attempt', 'cannot succeed']
      : ['Another attempt is safe', retry_safe === null ? 'not decided' : retry_safe ? 'yes' : 'no'],
  ];
}

function readbackRows({ readback }: ExecutionWithSteps): FactRow[] {
  return Object.entries(readback ?? {}).flatMap(([name, value]: [string, unknown]): FactRow[] =>
    typeof value === 'string' || typeof value === 'boolean' ? [[sentence(name), String(value)]] : [],
  );
}

function toState({ status }: ExecutionWithSteps): string {
  if (status === 'executed') return 'done';
  return status === 'failed' || status === 'cancelled' ? 'failed' : 'next';
}
