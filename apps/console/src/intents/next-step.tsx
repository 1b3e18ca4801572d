import { useMutation, useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import type { Execution, Intent } from '@presage/sdk';
import { presage, queryClient } from '../data/query-client.js';
import { Problem } from '../ui/async.js';
import { Time } from '../ui/values.js';
import { Plan } from './plan.js';

interface NextStepProps {
  readonly intent: Intent;
  /** Newest attempt, null before the first. */
  readonly execution: Execution | null;
}

/** Confirmation with the plan, and the buttons that lead on. Execute appears below the plan only. */
export function NextStep({ intent, execution }: NextStepProps): JSX.Element {
  const { intent_id, status, confirmed_at, executions_count } = intent;
  const path = { intent_id };
  const refresh = (): Promise<void> => queryClient.invalidateQueries();
  // Confirming twice is safe and returns the same plan, so the plan of a confirmed intent is read that way.
  const plan = useQuery({
    queryKey: ['plan', intent_id, status === 'confirmed' ? executions_count : executions_count - 1],
    queryFn: ({ signal }) => presage().request('confirmIntent', { path, signal }),
    enabled: status === 'confirmed',
    staleTime: 'static',
  });
  const confirm = useMutation({ mutationFn: () => presage().request('confirmIntent', { path }), onSettled: refresh });
  const cancel = useMutation({ mutationFn: () => presage().request('cancelIntent', { path }), onSettled: refresh });
  const execute = useMutation({ mutationFn: () => presage().run(intent), onSettled: refresh });
  const canConfirm = status === 'preview' || (status === 'failed' && execution?.retry_safe !== false);
  const canExecute = status === 'confirmed' && plan.data !== undefined;
  const canCancel = status === 'preview' || status === 'confirmed';
  const error = confirm.error ?? cancel.error ?? execute.error ?? plan.error;
  return (
    <li class={`step ${confirmed_at === null ? 'next' : 'done'}`}>
      <h2>Plan</h2>
      <p class="muted">
        Confirmed: <Time at={confirmed_at} />
      </p>
      {HINTS[status] !== undefined && (status !== 'failed' || canConfirm) && <p>{HINTS[status]}</p>}
      {plan.data !== undefined && <Plan plan={plan.data.execution_plan} />}
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
  failed: 'The last attempt had no effect. Confirming again shows the plan of another attempt.',
  cancelled: 'The intent is cancelled. Nothing was sent.',
};
