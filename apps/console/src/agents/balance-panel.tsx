import { useMutation, useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { presage } from '../data/query-client.js';
import { Async, Problem } from '../ui/async.js';
import { DataTable, Panel } from '../ui/parts.js';

interface BalancePanelProps {
  readonly id: string;
  /** A change reads the balances again: each reading costs a request to the wallet provider. Null until it is known. */
  readonly version: number | null;
}

/** Balances of the wallet, and the faucet of the test network. */
export function BalancePanel({ id, version }: BalancePanelProps): JSX.Element {
  const path = { agent_id: id };
  const balance = useQuery({
    queryKey: ['balance', id, version],
    queryFn: ({ signal }) => presage().request('getWalletBalance', { path, signal }),
    placeholderData: (previous) => previous,
    enabled: version !== null,
    staleTime: 'static',
    gcTime: 0, // a page that is opened again reads them again
  });
  const faucet = useMutation({
    mutationFn: () => presage().request('requestFaucet', { path }),
    onSettled: () => balance.refetch(),
  });
  return (
    <Panel
      title="Balances"
      aside={
        <button type="button" disabled={faucet.isPending} onClick={() => faucet.mutate()}>
          Request test tokens
        </button>
      }
    >
      <Async of={balance}>
        {({ agent_wallet_balance: { balances } }) => (
          <DataTable
            label="Balances"
            rows={balances}
            keyOf={({ token }) => token.symbol}
            empty="No balance."
            columns={[
              { name: 'Token', cell: ({ token }) => `${token.symbol} (${token.name})` },
              { name: 'Amount', cell: ({ amount }) => amount, isNumber: true },
            ]}
          />
        )}
      </Async>
      {faucet.error !== null && <Problem error={faucet.error} />}
    </Panel>
  );
}
