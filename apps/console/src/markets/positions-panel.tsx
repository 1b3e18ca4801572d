import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { presage } from '../data/query-client.js';
import { percent } from '../format/decimal.js';
import { Async } from '../ui/async.js';
import { DataTable, Panel } from '../ui/parts.js';
import { Badge, Hash } from '../ui/values.js';

const MAX_POSITIONS = 50;

/** Stakes in a market, and what they pay. */
export function PositionsPanel({ id }: { readonly id: string }): JSX.Element {
  const parts = { path: { market_id: id }, query: { limit: MAX_POSITIONS } };
  const positions = useQuery({
    queryKey: ['positions', id],
    queryFn: ({ signal }) => presage().request('listPositionsOfMarket', { ...parts, signal }),
  });
  const settlements = useQuery({
    queryKey: ['settlements', id],
    queryFn: ({ signal }) => presage().request('listSettlementsOfMarket', { ...parts, signal }),
  });
  return (
    <Panel title="Positions" wide>
      <Async of={positions}>
        {(page) => (
          <DataTable
            label="Positions"
            rows={page.positions}
            keyOf={(position) => position.id}
            empty="No positions yet."
            columns={[
              { name: 'User', cell: ({ user_id }) => <Hash value={user_id} /> },
              { name: 'Outcome', cell: ({ outcome }) => outcome },
              { name: 'Stake', cell: ({ quantity }) => quantity, isNumber: true },
              { name: 'Entry', cell: ({ average_entry_price }) => percent(average_entry_price), isNumber: true },
              { name: 'Realised profit', cell: ({ realized_pnl }) => realized_pnl, isNumber: true },
            ]}
          />
        )}
      </Async>
      <Async of={settlements}>
        {(page) =>
          page.settlements.length > 0 && (
            <>
              <h3>Settlements</h3>
              <DataTable
                label="Settlements"
                rows={page.settlements}
                keyOf={(settlement) => settlement.id}
                empty=""
                columns={[
                  { name: 'User', cell: ({ user_id }) => <Hash value={user_id} /> },
                  { name: 'Outcome', cell: ({ outcome }) => outcome },
                  { name: 'Amount', cell: ({ amount }) => amount, isNumber: true },
                  { name: 'Status', cell: ({ status }) => <Badge status={status} /> },
                  { name: 'Transaction', cell: ({ tx_hash }) => <Hash value={tx_hash} /> },
                ]}
              />
            </>
          )
        }
      </Async>
    </Panel>
  );
}
