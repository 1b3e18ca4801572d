import type { JSX } from 'preact';
import { usePages } from '../data/use-pages.js';
import { presage } from '../data/query-client.js';
import { COLLATERAL, percent } from '../format/decimal.js';
import { Async } from '../ui/async.js';
import { DataTable, More, PagedTable, Panel } from '../ui/parts.js';
import { Badge, Hash } from '../ui/values.js';

const PAGE_SIZE = 50;

export function PositionsPanel({ id }: { readonly id: string }): JSX.Element {
  const path = { market_id: id };
  const positions = usePages(['positions', id], (cursor, signal) =>
    presage().request('listPositionsOfMarket', { path, query: { limit: PAGE_SIZE, cursor }, signal }),
  );
  const settlements = usePages(['settlements', id], (cursor, signal) =>
    presage().request('listSettlementsOfMarket', { path, query: { limit: PAGE_SIZE, cursor }, signal }),
  );
  return (
    <Panel title="Positions" wide>
      <PagedTable
        query={positions}
        label="Positions"
        rowsOf={(pages) => pages.flatMap((page) => page.positions)}
        keyOf={(position) => position.id}
        empty="No positions yet."
        columns={[
          { name: 'User', cell: ({ user_id }) => <Hash value={user_id} /> },
          { name: 'Outcome', cell: ({ outcome }) => outcome },
          { name: `Stake, ${COLLATERAL}`, cell: ({ quantity }) => quantity, isNumber: true },
          { name: 'Entry', cell: ({ average_entry_price }) => percent(average_entry_price), isNumber: true },
          { name: `Realised profit, ${COLLATERAL}`, cell: ({ realized_pnl }) => realized_pnl, isNumber: true },
        ]}
      />
      <Async of={settlements}>
        {({ pages }) =>
          pages.some((page) => page.settlements.length > 0) && (
            <>
              <h3>Settlements</h3>
              <DataTable
                label="Settlements"
                rows={pages.flatMap((page) => page.settlements)}
                keyOf={(settlement) => settlement.id}
                empty=""
                columns={[
                  { name: 'User', cell: ({ user_id }) => <Hash value={user_id} /> },
                  { name: 'Outcome', cell: ({ outcome }) => outcome },
                  { name: `Amount, ${COLLATERAL}`, cell: ({ amount }) => amount, isNumber: true },
                  { name: 'Status', cell: ({ status }) => <Badge status={status} /> },
                  { name: 'Transaction', cell: ({ tx_hash }) => <Hash value={tx_hash} /> },
                ]}
              />
            </>
          )
        }
      </Async>
      <More query={settlements} />
    </Panel>
  );
}
