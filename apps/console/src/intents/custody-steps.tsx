import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import type { ExecutionReport, ExecutionStep } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { linkTo } from '../routing/route.js';
import { Facts } from '../ui/parts.js';
import { Badge, Hash, Time } from '../ui/values.js';

const NAMES: Readonly<Record<ExecutionStep['kind'], string>> = { approve: 'Step: approval', main: 'Step: action' };

/** Returns the report of an execution, undefined for a caller that is no operator. */
export function useReport(executionId: string): ExecutionReport | undefined {
  const { data } = useQuery({
    queryKey: ['ops', 'execution', executionId],
    queryFn: ({ signal }) => presage().request('getExecutionReport', { path: { execution_id: executionId }, signal }),
    enabled: ({ state }) => state.error === null, // a refused read is not repeated after each event
  });
  return data?.execution;
}

/** Steps of an attempt at the wallet provider and on the chain. */
export function CustodySteps({ report }: { readonly report: ExecutionReport }): JSX.Element {
  return (
    <>
      {report.steps.map((step) => (
        <div key={step.kind} role="group" aria-label={NAMES[step.kind]}>
          <h3>
            {NAMES[step.kind]} <Badge status={step.status} />
          </h3>
          <Facts
            rows={[
              ['Provider transaction', <Hash value={step.provider_transaction_id} />],
              ['State at the provider', step.provider_state ?? 'none read'],
              ['Hash', <Hash value={step.transaction_hash} />],
              ['Receipt', receiptOf(step)],
              ['Sends', step.send_attempts],
              ['Deadline', <Time at={step.deadline} />],
            ]}
          />
        </div>
      ))}
      <p>
        <a href={linkTo('operator', report.execution_id)}>Report for operators</a>
      </p>
    </>
  );
}

function receiptOf({ block_number, block_hash }: ExecutionStep): JSX.Element | string {
  if (block_number === null) return 'none yet';
  return (
    <>
      block {block_number} <Hash value={block_hash} />
    </>
  );
}
