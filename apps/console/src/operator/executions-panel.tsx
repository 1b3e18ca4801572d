import type { JSX } from 'preact';
import { usePages } from '../data/use-pages.js';
import { presage } from '../data/query-client.js';
import { COLLATERAL } from '../format/decimal.js';
import { sentence } from '../format/text.js';
import { linkTo, useQueryChoice, useQueryValue } from '../routing/route.js';
import { Choice, Field } from '../ui/field.js';
import { PagedTable, Panel } from '../ui/parts.js';
import { AgentLink, Badge, Hash, Time } from '../ui/values.js';
import { LINES } from './commands.js';
import { OpsCommand } from './ops-command.js';

const PAGE_SIZE = 20;
const REFRESH_INTERVAL_MS = 3_000;
const STATUSES = [
  ['', 'All'],
  ['unknown', 'Unknown'],
  ['queued', 'Queued'],
  ['submitting', 'Submitting'],
  ['broadcast', 'Broadcast'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
  ['executed', 'Executed'],
] as const;

export function ExecutionsPanel(): JSX.Element {
  const [status, setStatus] = useQueryChoice('status', STATUSES);
  const [agentId, setAgentId] = useQueryValue('agent');
  const filters = {
    ...(status !== '' && { status }),
    ...(agentId.trim() !== '' && { agent_id: agentId.trim() }),
  };
  const executions = usePages(
    ['ops', 'executions', filters],
    (cursor, signal) =>
      presage().request('listAllExecutions', { query: { ...filters, limit: PAGE_SIZE, cursor }, signal }),
    { placeholderData: (previous) => previous, refetchInterval: REFRESH_INTERVAL_MS },
  );
  return (
    <Panel title="Executions" wide>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Choice label="Status" value={status} options={STATUSES} onValue={setStatus} />
        <Field label="Agent" name="agent" value={agentId} onValue={setAgentId} hint="Whole id" />
      </form>
      <PagedTable
        query={executions}
        label="Executions of all agents"
        rowsOf={(pages) => pages.flatMap((page) => page.executions)}
        keyOf={({ execution_id }) => execution_id}
        empty="No execution matches."
        columns={[
          { name: 'Action', cell: (row) => <a href={linkTo('operator', row.execution_id)}>{sentence(row.action)}</a> },
          { name: 'Status', cell: ({ status }) => <Badge status={status} /> },
          { name: 'Agent', cell: ({ agent_id }) => <AgentLink id={agent_id} /> },
          { name: `Stake, ${COLLATERAL}`, cell: ({ amount }) => amount ?? '–', isNumber: true },
          { name: 'Transaction', cell: ({ transaction_hash }) => <Hash value={transaction_hash} /> },
          { name: 'Failure', cell: ({ failure_reason }) => failure_reason ?? '–' },
          { name: 'Accepted', cell: ({ created_at }) => <Time at={created_at} /> },
          { name: 'Command', cell: ({ execution_id }) => <OpsCommand words={LINES.why(execution_id)} /> },
        ]}
      />
    </Panel>
  );
}
