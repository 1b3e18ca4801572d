import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import type { ExecutionReport, ExecutionStep } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { money } from '../format/decimal.js';
import { sentence } from '../format/text.js';
import { linkTo, useTitle } from '../routing/route.js';
import { Async } from '../ui/async.js';
import { DataTable, type FactRow, Facts, Panel } from '../ui/parts.js';
import { Badge, Hash, Time } from '../ui/values.js';
import { LINES } from './commands.js';
import { OpsCommand } from './ops-command.js';

const REFRESH_INTERVAL_MS = 3_000;

/** Steps, provider ids, hashes, receipts and history of one execution. */
export function ExecutionReportPage({ id }: { readonly id: string }): JSX.Element {
  const report = useQuery({
    queryKey: ['ops', 'execution', id],
    queryFn: ({ signal }) => presage().request('getExecutionReport', { path: { execution_id: id }, signal }),
    refetchInterval: REFRESH_INTERVAL_MS,
  });
  return (
    <Async of={report} heading="Execution">
      {({ execution }) => <Report execution={execution} />}
    </Async>
  );
}

function Report({ execution }: { readonly execution: ExecutionReport }): JSX.Element {
  useTitle(`${sentence(execution.action)}, ${execution.execution_id}`);
  return (
    <>
      <div class="head">
        <h1>{sentence(execution.action)}</h1>
        <p>
          <Badge status={execution.status} /> <Hash value={execution.execution_id} />
        </p>
        <p>
          <a href={linkTo('agents', execution.agent_id)}>{execution.agent_id}</a> ·{' '}
          <a href={linkTo('intents', execution.intent_id)}>intent</a> · <a href={linkTo('operator')}>all executions</a>
        </p>
      </div>
      <div class="grid">
        <Panel title="Execution">
          <Facts rows={executionRows(execution)} />
        </Panel>
        <Panel title="Commands">
          <Facts rows={commandRows(execution)} />
        </Panel>
        {execution.steps.map((step) => (
          <Panel key={step.kind} title={step.kind === 'approve' ? 'Step: approval' : 'Step: action'}>
            <Facts rows={stepRows(step)} />
          </Panel>
        ))}
        <Panel title="History" wide>
          <DataTable
            label="History"
            rows={execution.events}
            keyOf={({ seq }) => String(seq)}
            empty="No event is recorded."
            columns={[
              { name: 'Seq', cell: ({ seq }) => seq },
              { name: 'Time', cell: ({ at }) => <Time at={at} /> },
              { name: 'Event', cell: ({ type }) => type },
              { name: 'Data', cell: ({ data }) => <code>{JSON.stringify(data)}</code> },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}

function executionRows(execution: ExecutionReport): FactRow[] {
  return [
    ['Attempt', execution.attempt],
    ['Market', execution.market_id],
    ['Stake', execution.amount === null ? 'none' : money(execution.amount)],
    ['Ref', <Hash value={execution.ref} />],
    ['Request', execution.request_id ?? 'none'],
    ['Waits for', execution.waiting_for ?? 'nothing'],
    ['Failed tries before arming', execution.tries],
    ['Accepted', <Time at={execution.created_at} />],
    ['Completed', <Time at={execution.completed_at} />],
    ...(execution.error_code === null ? [] : [['Failure', execution.error_message ?? execution.error_code] as const]),
  ];
}

function commandRows({ execution_id, status, transaction_hash }: ExecutionReport): FactRow[] {
  return [
    ['Why it waits', <OpsCommand words={LINES.why(execution_id)} />],
    ['The same in a terminal', <OpsCommand words={LINES.showExecution(execution_id)} />],
    ...(status === 'unknown'
      ? ([
          ['It took effect', <OpsCommand words={LINES.settleExecuted(execution_id, transaction_hash)} />],
          ['It had no effect', <OpsCommand words={LINES.settleFailed(execution_id)} />],
        ] as const)
      : []),
  ];
}

function stepRows(step: ExecutionStep): FactRow[] {
  return [
    ['Status', <Badge status={step.status} />],
    ['Provider transaction', <Hash value={step.provider_transaction_id} />],
    ['State at the provider', step.provider_state ?? 'none'],
    ['Sends', step.send_attempts],
    ['Accelerations', step.accelerations],
    ['Armed', <Time at={step.armed_at} />],
    ['Last send', <Time at={step.last_sent_at} />],
    ['Deadline', <Time at={step.deadline} />],
    ['Contract', <Hash value={step.contract_address} />],
    ['Transaction', <Hash value={step.transaction_hash} />],
    ...step.hashes
      .filter(({ transaction_hash }) => transaction_hash !== step.transaction_hash)
      .map(({ transaction_hash, is_foreign }, index): FactRow => {
        return [`${is_foreign ? 'Foreign' : 'Other'} hash ${index + 1}`, <Hash value={transaction_hash} />];
      }),
    ['Block of the receipt', step.block_number ?? 'none'],
    ['Block hash', <Hash value={step.block_hash} />],
    ...(step.failure_reason === null ? [] : [['Failure', step.failure_reason] as const]),
  ];
}
