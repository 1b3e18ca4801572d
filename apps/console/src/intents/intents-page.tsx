import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePages } from '../data/use-pages.js';
import { presage } from '../data/query-client.js';
import { actingAgent, setActingAgent } from '../data/session.js';
import { useStore } from '../data/store.js';
import { useEvents } from '../data/use-events.js';
import { COLLATERAL } from '../format/decimal.js';
import { sentence } from '../format/text.js';
import type { PageProps } from '../routing/page.js';
import { linkTo, useQueryValue } from '../routing/route.js';
import { PagedTable } from '../ui/parts.js';
import { Badge, Name, Time } from '../ui/values.js';
import { AgentField } from './agent-field.js';
import { IntentPage } from './intent-page.js';

const PAGE_SIZE = 25;

export function IntentsPage({ id }: PageProps): JSX.Element {
  return id === null ? <AgentIntents /> : <IntentPage id={id} />;
}

function AgentIntents(): JSX.Element {
  const acting = useStore(actingAgent);
  const [named, setNamed] = useQueryValue('agent');
  const agentId = named === '' ? acting : named;
  const [text, setText] = useState(agentId);
  useEffect(() => setText(agentId), [agentId]);
  return (
    <>
      <h1>Intents</h1>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          setActingAgent(text);
          setNamed(text);
        }}
      >
        <AgentField value={text} onValue={setText} />
        <button type="submit">Show</button>
      </form>
      {agentId === '' ? <p class="muted">Name an agent to see its intents.</p> : <IntentList agentId={agentId} />}
    </>
  );
}

function IntentList({ agentId }: { readonly agentId: string }): JSX.Element {
  const intents = usePages(['intents', agentId], (cursor, signal) =>
    presage().request('listIntents', { query: { agent_id: agentId, limit: PAGE_SIZE, cursor }, signal }),
  );
  useEvents({ agentId });
  return (
    <PagedTable
      query={intents}
      label="Intents"
      rowsOf={(pages) => pages.flatMap((page) => page.intents)}
      keyOf={({ intent_id }) => intent_id}
      empty="This agent has no intents."
      columns={[
        { name: 'Action', cell: (row) => <a href={linkTo('intents', row.intent_id)}>{sentence(row.action)}</a> },
        { name: 'Status', cell: ({ status }) => <Badge status={status} /> },
        { name: 'Market', cell: ({ market_id }) => <Name>{market_id}</Name> },
        { name: `Stake, ${COLLATERAL}`, cell: ({ amount }) => amount ?? '–', isNumber: true },
        { name: 'Client', cell: ({ source_client }) => source_client ?? '–' },
        { name: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
      ]}
    />
  );
}
