import type { JSX } from 'preact';
import { usePages } from '../data/use-pages.js';
import type { ActivityItem } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { COLLATERAL } from '../format/decimal.js';
import { sentence } from '../format/text.js';
import { linkTo } from '../routing/route.js';
import { PagedTable, Panel } from '../ui/parts.js';
import { Badge, Hash, Name, Time } from '../ui/values.js';

const PAGE_SIZE = 20;

export function ActivityPanel({ id }: { readonly id: string }): JSX.Element {
  const activity = usePages(['activity', id], async (cursor, signal) => {
    const path = { agent_id: id };
    return (await presage().request('listActivity', { path, query: { limit: PAGE_SIZE, cursor }, signal })).activity;
  });
  return (
    <Panel title="Activity" wide>
      <PagedTable
        query={activity}
        label="Activity"
        rowsOf={(pages) => pages.flatMap((page) => page.items)}
        keyOf={(item) => `${item.type} ${item.id}`}
        empty="No activity yet."
        columns={[
          {
            name: 'Action',
            cell: (item) => <a href={linkTo('intents', item.intent_id)}>{sentence(item.action)}</a>,
          },
          { name: 'Record', cell: ({ type }) => sentence(type) },
          { name: 'Status', cell: ({ status }) => <Badge status={status} /> },
          { name: 'Market', cell: renderMarket },
          { name: `Stake, ${COLLATERAL}`, cell: ({ amount }) => amount ?? '–', isNumber: true },
          {
            name: 'Transaction',
            cell: ({ type, transaction_hash }) => (type === 'intent' ? '–' : <Hash value={transaction_hash} />),
          },
          { name: 'Failure', cell: ({ failure_reason }) => failure_reason ?? '–' },
          { name: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
        ]}
      />
    </Panel>
  );
}

/** A market that a request named wrongly has no page. */
function renderMarket({ core_market_id, market_id }: ActivityItem): JSX.Element {
  const name = <Name>{market_id}</Name>;
  return core_market_id === null ? name : <a href={linkTo('markets', core_market_id)}>{name}</a>;
}
