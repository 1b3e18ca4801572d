import { useMutation } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { canRetry, type Execution, type Intent, type PlannedCalls } from '@presage/sdk';
import { presage, queryClient } from '../data/query-client.js';
import { refreshReads } from '../data/refresh.js';
import { Problem } from '../ui/async.js';
import { Time } from '../ui/values.js';
import { Approval } from './approval.js';
import { Plan } from './plan.js';

interface NextStepProps {
  readonly intent: Intent;
  /** Calls that an execution sends, null until the first confirmation. */
  readonly plannedCalls: PlannedCalls | null;
  /** Newest attempt, null before the first. */
  readonly execution: Execution | null;
}

/** Confirmation with the plan, and the buttons that lead on. Execute appears below the plan only. */
export function NextStep({ intent, plannedCalls, execution }: NextStepProps): JSX.Element {
  const { intent_id, status, confirmed_at } = intent;
  const path = { intent_id };
  const refresh = (): Promise<void> => refreshReads(queryClient);
  const confirm = useMutation({ mutationFn: () => presage().request('confirmIntent', { path }), onSettled: refresh });
  const cancel = useMutation({ mutationFn: () => presage().request('cancelIntent', { path }), onSettled: refresh });
  const execute = useMutation({ mutationFn: () => presage().run(intent), onSettled: refresh });
  const canConfirm = status === 'preview' || (status === 'failed' && canRetry(execution));
  const canExecute = status === 'confirmed' && plannedCalls !== null;
  const canCancel = status === 'preview' || status === 'confirmed';
  const error = confirm.error ?? cancel.error ?? execute.error;
  return (
    <li class={`step ${confirmed_at === null ? 'next' : 'done'}`}>
      <h2>Plan</h2>
      <p class="muted">
        Confirmed: <Time at={confirmed_at} />
      </p>
      {HINTS[status] !== undefined && (status !== 'failed' || canConfirm) && <p>{HINTS[status]}</p>}
      {plannedCalls !== null && <Plan calls={plannedCalls} />}
      <Approval intent={intent} isOpen={canConfirm || canExecute} onApproved={execute.reset} />
      <div class="buttons">
        {canConfirm && (
          <button type="button" class="primary" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
            {status === 'failed' ? 'Confirm again' : 'Confirm'}
          </button>
        )}
        {canExecute && (
          <button type="button" class="primary" disabled={execute.isPending} onClick={() => execute.mutate()}>
            {execute.isPending ? 'Executing…' : 'Execute'}
          </button>
        )}
        {canCancel && (
          <button type="button" disabled={cancel.isPending || execute.isPending} onClick={() => cancel.mutate()}>
            Cancel the intent
          </button>
        )}
      </div>
      {error !== null && <Problem error={error} />}
    </li>
  );
}

const HINTS: Readonly<Record<string, string>> = {
  preview: 'Confirming shows the plan: the transactions as they will be sent. It sends nothing.',
  failed: 'The last attempt had no effect. Confirming again permits another attempt.',
  cancelled: 'The intent is cancelled. Nothing was sent.',
};
