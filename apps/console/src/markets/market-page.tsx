import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import type { Market } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { useEvents } from '../data/use-events.js';
import { useTitle } from '../routing/route.js';
import { Async } from '../ui/async.js';
import { EventList } from '../ui/event-list.js';
import { Panel } from '../ui/parts.js';
import { Badge, Hash, Time } from '../ui/values.js';
import { BuyPanel } from './buy-panel.js';
import { HistoryPanel } from './history-panel.js';
import { LifecyclePanel } from './lifecycle-panel.js';
import { PositionsPanel } from './positions-panel.js';
import { Pools } from './pools.js';
import { TermsPanel } from './terms-panel.js';

export function MarketPage({ id }: { readonly id: string }): JSX.Element {
  const market = useQuery({
    queryKey: ['market', id],
    queryFn: ({ signal }) => presage().request('getMarket', { path: { id }, signal }),
  });
  const events = useEvents({ marketId: id });
  return (
    <Async of={market} heading="Market">
      {({ market: one }) => (
        <>
          <MarketHead market={one} />
          <div class="grid">
            <HistoryPanel id={id} />
            <div class="column">
              <Panel title="Pools">
                <Pools market={one} />
              </Panel>
              <TermsPanel market={one} />
            </div>
            {one.onchain !== null && (
              <div class="column">
                <BuyPanel market={one} onchain={one.onchain} />
                <LifecyclePanel market={one} onchain={one.onchain} />
              </div>
            )}
            <PositionsPanel id={id} />
            <Panel title="Events" wide>
              <EventList events={events ?? []} />
            </Panel>
          </div>
        </>
      )}
    </Async>
  );
}

function MarketHead({ market }: { readonly market: Market }): JSX.Element {
  useTitle(market.title);
  return (
    <div class="head">
      <h1>
        <bdi>{market.title}</bdi>
      </h1>
      <p>
        <Badge status={market.status} />
        {market.winning_outcome !== null && <strong> Outcome {market.winning_outcome}</strong>}{' '}
        <Hash value={market.id} />
        {market.category !== null && <bdi class="muted"> {market.category}</bdi>}
        {market.tags.length > 0 && <bdi class="muted"> {market.tags.join(', ')}</bdi>}
      </p>
      <p class="muted">
        Closes <Time at={market.closes_at} />
      </p>
      {market.description !== null && <p dir="auto">{market.description}</p>}
    </div>
  );
}
