import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Portfolio, PortfolioPosition } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { COLLATERAL, money } from '../format/decimal.js';
import { newPurpose, usePreview } from '../intents/use-preview.js';
import { linkTo } from '../routing/route.js';
import { Async, Problem } from '../ui/async.js';
import { DataTable, Facts, Panel } from '../ui/parts.js';
import { Badge, CodeLine, Name } from '../ui/values.js';
import { formatRequest, listClaims } from './claims.js';

export function PortfolioPanel({ id }: { readonly id: string }): JSX.Element {
  const portfolio = useQuery({
    queryKey: ['portfolio', id],
    queryFn: ({ signal }) => presage().request('getPortfolio', { path: { agent_id: id }, signal }),
  });
  return (
    <Panel title="Portfolio" wide>
      <Async of={portfolio}>
        {({ portfolio: one }) => (
          <>
            <Facts
              rows={[
                ['Cost of undecided stakes', money(one.total_exposure)],
                ['Open positions', one.active_positions_count],
                ['Closed or decided positions', one.resolved_or_closed_positions_count],
                ['Claimable', one.claimable_refundable_count],
              ]}
            />
            <Positions positions={one.positions} />
            <Claims portfolio={one} />
          </>
        )}
      </Async>
    </Panel>
  );
}

function Positions({ positions }: { readonly positions: readonly PortfolioPosition[] }): JSX.Element {
  return (
    <DataTable
      label="Positions"
      rows={positions}
      keyOf={({ core_market_id, outcome }) => `${core_market_id} ${outcome}`}
      empty="No positions yet."
      columns={[
        {
          name: 'Market',
          cell: (row) => (
            <a href={linkTo('markets', row.core_market_id)}>
              <Name>{row.market_id}</Name>
            </a>
          ),
        },
        { name: 'Status', cell: ({ market_status }) => <Badge status={market_status} /> },
        { name: 'Outcome', cell: ({ outcome }) => outcome },
        { name: `Cost, ${COLLATERAL}`, cell: ({ cost }) => cost, isNumber: true },
        { name: `Value, ${COLLATERAL}`, cell: ({ current_value }) => current_value, isNumber: true },
        { name: `Unrealised profit, ${COLLATERAL}`, cell: ({ unrealized_pnl }) => unrealized_pnl, isNumber: true },
        { name: `Realised profit, ${COLLATERAL}`, cell: ({ realized_pnl }) => realized_pnl, isNumber: true },
        { name: `Payout due, ${COLLATERAL}`, cell: ({ claimable }) => claimable, isNumber: true },
        { name: `Refund due, ${COLLATERAL}`, cell: ({ refundable }) => refundable, isNumber: true },
      ]}
    />
  );
}

function Claims({ portfolio }: { readonly portfolio: Portfolio }): JSX.Element {
  // The request keeps its idempotency key while it is shown, so a repeated click finds the same intent.
  const [purpose] = useState(newPurpose);
  const preview = usePreview();
  return (
    <>
      {listClaims(portfolio).map(({ marketId, marketAddress, actionFor }) => {
        const action = actionFor(`${purpose}-${marketAddress}`);
        return (
          <div key={marketAddress} class="claim">
            <h3>
              Claim from <bdi>{marketId}</bdi>
            </h3>
            <CodeLine label={`Request that claims from ${marketId}`} text={formatRequest(action)} />
            <button
              type="button"
              class="primary"
              disabled={preview.isPending}
              onClick={() => preview.mutate(() => action)}
            >
              Preview the claim
            </button>
          </div>
        );
      })}
      {preview.error !== null && <Problem error={preview.error} />}
    </>
  );
}
