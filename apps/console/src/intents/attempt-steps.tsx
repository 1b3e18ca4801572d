import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import type { ExecutionReport, ExecutionStep, Step } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { linkTo } from '../routing/route.js';
import { type FactRow, Facts } from '../ui/parts.js';
import { Badge, Hash, Time } from '../ui/values.js';
import { chooseRefreshInterval } from './unfinished.js';

const NAMES: Readonly<Record<Step['kind'], string>> = { approve: 'Step: approval', main: 'Step: action' };

/** Returns the report of an execution, undefined for a caller that is no operator. */
export function useReport(executionId: string): ExecutionReport | undefined {
  const { data } = useQuery({
    queryKey: ['ops', 'execution', executionId],
    queryFn: ({ signal }) => presage().request('getExecutionReport', { path: { execution_id: executionId }, signal }),
    refetchInterval: ({ state }) => chooseRefreshInterval(state.data?.execution),
    enabled: ({ state }) => state.error === null, // a refused read is not repeated after each event
  });
  return data?.execution;
}

interface AttemptStepsProps {
  readonly steps: readonly Step[];
  readonly report: ExecutionReport | undefined;
}

/** Steps of an attempt on the chain and, for operators, at the wallet provider. */
export function AttemptSteps({ steps, report }: AttemptStepsProps): JSX.Element {
  return (
    <>
      {steps.map((step) => (
        <div key={step.kind} role="group" aria-label={NAMES[step.kind]}>
          <h3>
            {NAMES[step.kind]} <Badge status={step.status} />
          </h3>
          {wasNeverSent(step) ? (
            <p class="muted">Nothing has been sent for this step.</p>
          ) : (
            <Facts
              rows={[
                ['Armed', <Time at={step.armed_at} />],
                ...custodyRows(report?.steps.find(({ kind }) => kind === step.kind)),
                ['Last send', <Time at={step.last_sent_at} />],
                ['Hash', <Hash value={step.transaction_hash} />],
                ['Receipt', renderReceipt(step)],
                ['Deadline', <Time at={step.deadline} />],
              ]}
            />
          )}
        </div>
      ))}
      {report !== undefined && (
        <p>
          <a href={linkTo('operator', report.execution_id)}>Report for operators</a>
        </p>
      )}
    </>
  );
}

/** A step of a restored record may show an effect without its arming. */
function wasNeverSent({ armed_at, transaction_hash, block_number }: Step): boolean {
  return armed_at === null && transaction_hash === null && block_number === null;
}

function custodyRows(step: ExecutionStep | undefined): FactRow[] {
  if (step === undefined) return [];
  return [
    ['Provider transaction', <Hash value={step.provider_transaction_id} />],
    ['State at the provider', step.provider_state ?? 'none read'],
    ['Sends', step.send_attempts],
  ];
}

function renderReceipt({ block_number, block_hash }: Step): JSX.Element | string {
  if (block_number === null) return 'none';
  return (
    <>
      block {block_number} <Hash value={block_hash} />
    </>
  );
}
