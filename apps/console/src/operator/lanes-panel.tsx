import type { JSX } from 'preact';
import type { Lane } from '@presage/sdk';
import { usePages } from '../data/use-pages.js';
import { presage } from '../data/query-client.js';
import { sentence } from '../format/text.js';
import { linkTo } from '../routing/route.js';
import { PagedTable, Panel } from '../ui/parts.js';
import { AgentLink, Badge, Time } from '../ui/values.js';
import { LINES } from './commands.js';
import { OpsCommand } from './ops-command.js';

const PAGE_SIZE = 20;
const REFRESH_INTERVAL_MS = 3_000;

/** Busy lanes, the longest due first. */
export function LanesPanel(): JSX.Element {
  const lanes = usePages(
    ['ops', 'lanes'],
    (cursor, signal) => presage().request('listLanes', { query: { limit: PAGE_SIZE, cursor }, signal }),
    { refetchInterval: REFRESH_INTERVAL_MS },
  );
  return (
    <Panel title="Busy lanes" wide>
      <PagedTable
        query={lanes}
        label="Busy lanes"
        rowsOf={(pages) => distinct(pages.flatMap((page) => page.lanes))}
        keyOf={({ agent_id }) => agent_id}
        empty="No lane is busy."
        columns={[
          { name: 'Agent', cell: ({ agent_id }) => <AgentLink id={agent_id} /> },
          { name: 'State', cell: ({ state }) => <Badge status={state} /> },
          { name: 'Unfinished', cell: ({ unfinished }) => unfinished, isNumber: true },
          { name: 'Head', cell: renderHead },
          { name: 'Waits for', cell: ({ waiting_for }) => waiting_for ?? '–' },
          { name: 'Due', cell: ({ due_at, quarantined_at }) => <Time at={due_at ?? quarantined_at} /> },
          { name: 'Errors', cell: ({ failures }) => failures, isNumber: true },
          { name: 'Command', cell: (lane) => <OpsCommand words={chooseCommand(lane)} /> },
        ]}
      />
    </Panel>
  );
}

/** A lane that has moved between two reads is on both pages. */
function distinct(lanes: readonly Lane[]): Lane[] {
  return [...new Map(lanes.map((lane) => [lane.agent_id, lane])).values()];
}

function renderHead({ head_execution_id, head_status }: Lane): JSX.Element | string {
  if (head_execution_id === null) return '–';
  return <a href={linkTo('operator', head_execution_id)}>{sentence(head_status ?? 'execution')}</a>;
}

function chooseCommand({ agent_id, state }: Lane): string {
  return state === 'quarantined' ? LINES.releaseLane(agent_id) : LINES.why(agent_id);
}
