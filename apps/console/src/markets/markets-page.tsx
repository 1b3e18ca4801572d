import type { JSX } from 'preact';
import { usePages } from '../data/use-pages.js';
import { presage } from '../data/query-client.js';
import { COLLATERAL } from '../format/decimal.js';
import type { PageProps } from '../routing/page.js';
import { linkTo, useQueryChoice, useQueryValue } from '../routing/route.js';
import { Choice, Field } from '../ui/field.js';
import { PagedTable } from '../ui/parts.js';
import { Badge, Time } from '../ui/values.js';
import { CreateMarketForm } from './create-market-form.js';
import { MarketPage } from './market-page.js';
import { PoolBar } from './pools.js';

/** A log belongs to one agent or one market, so no stream tells of the markets of a list. */
const REFRESH_INTERVAL_MS = 3_000;
const PAGE_SIZE = 25;
const STATUSES = [
  ['', 'All'],
  ['OPEN', 'Open'],
  ['TRADING_CLOSED', 'Trading closed'],
  ['RESOLVED', 'Resolved'],
  ['SETTLED', 'Settled'],
  ['CANCELLED', 'Cancelled'],
] as const;
const SORTS = [
  ['', 'Best match or newest first'],
  ['-pool', 'Largest pool first'],
  ['-last_stake_at', 'Last stake first'],
  ['created_at', 'Oldest first'],
  ['closes_at', 'Closing first'],
  ['-closes_at', 'Closing last'],
] as const;

export function MarketsPage({ id }: PageProps): JSX.Element {
  return id === null ? <MarketList /> : <MarketPage id={id} />;
}

function MarketList(): JSX.Element {
  const [text, setText] = useQueryValue('q');
  const [category, setCategory] = useQueryValue('category');
  const [status, setStatus] = useQueryChoice('status', STATUSES);
  const [sort, setSort] = useQueryChoice('sort', SORTS);
  const filters = {
    ...(text.trim() !== '' && { q: text.trim() }),
    ...(category.trim() !== '' && { category: category.trim() }),
    ...(status !== '' && { status }),
    ...(sort !== '' && { sort }),
    limit: PAGE_SIZE,
  };
  const markets = usePages(
    ['markets', filters],
    (cursor, signal) => presage().request('listMarkets', { query: { ...filters, cursor }, signal }),
    { placeholderData: (previous) => previous, refetchInterval: REFRESH_INTERVAL_MS },
  );
  return (
    <>
      <h1>Markets</h1>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <Field label="Search" name="q" type="search" value={text} onValue={setText} />
        <Field label="Category" name="category" value={category} onValue={setCategory} />
        <Choice label="Status" value={status} options={STATUSES} onValue={setStatus} />
        <Choice label="Order" value={sort} options={SORTS} onValue={setSort} />
      </form>
      <PagedTable
        query={markets}
        label="Markets"
        rowsOf={(pages) => pages.flatMap((page) => page.markets)}
        keyOf={({ id }) => id}
        empty="No market matches."
        columns={[
          {
            name: 'Question',
            cell: ({ id, title }) => (
              <a class="title" href={linkTo('markets', id)}>
                <bdi>{title}</bdi>
              </a>
            ),
          },
          { name: 'Status', cell: ({ status }) => <Badge status={status} /> },
          { name: 'YES', cell: ({ onchain }) => <PoolBar onchain={onchain} /> },
          { name: `YES pool, ${COLLATERAL}`, cell: ({ onchain }) => onchain?.yes_pool ?? '–', isNumber: true },
          { name: `NO pool, ${COLLATERAL}`, cell: ({ onchain }) => onchain?.no_pool ?? '–', isNumber: true },
          { name: 'Closes', cell: ({ closes_at }) => <Time at={closes_at} /> },
        ]}
      />
      <details class="panel">
        <summary>New market</summary>
        <CreateMarketForm />
      </details>
    </>
  );
}
