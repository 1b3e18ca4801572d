import { useMutation } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { AgentWallet } from '@presage/sdk';
import { presage, queryClient } from '../data/query-client.js';
import { refreshReads } from '../data/refresh.js';
import { money } from '../format/decimal.js';
import { sentence } from '../format/text.js';
import { Problem } from '../ui/async.js';
import { Facts, Panel } from '../ui/parts.js';
import { Hash, Time } from '../ui/values.js';

/** Wallet of an agent, its limits, and the button that freezes it. */
export function WalletPanel({ wallet }: { readonly wallet: AgentWallet }): JSX.Element {
  const limit = wallet.policy_metadata.max_trade_amount;
  return (
    <Panel title="Wallet" aside={!wallet.frozen && wallet.status === 'active' && <Freeze agentId={wallet.agent_id} />}>
      {wallet.frozen && (
        <p class="notice warn">
          Frozen since <Time at={wallet.frozen_at} />. It creates no market and buys nothing. Claims, refunds, closing,
          resolving and cancelling stay open. The owner unfreezes it.
        </p>
      )}
      <Facts
        rows={[
          ['Address', <Hash value={wallet.agent_wallet_address} />],
          ['Network', wallet.chain],
          ['Provider', wallet.wallet_provider],
          ['Maximum stake of one buy', limit === null ? 'no limit' : money(limit)],
          ['Payouts and refunds', wallet.policy_metadata.auto_claim ? 'claimed automatically' : 'claimed by the agent'],
          [
            'Allowed actions',
            <ul class="tags">
              {wallet.allowed_actions.map((action) => (
                <li key={action}>{sentence(action)}</li>
              ))}
            </ul>,
          ],
          ['Registered', <Time at={wallet.created_at} />],
        ]}
      />
    </Panel>
  );
}

function Freeze({ agentId }: { readonly agentId: string }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const freeze = useMutation({
    mutationFn: () => presage().request('freezeWallet', { path: { agent_id: agentId } }),
    onSuccess: () => refreshReads(queryClient),
  });
  return (
    <>
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        Freeze
      </button>
      <dialog ref={dialog} aria-labelledby="freeze-title">
        <h2 id="freeze-title">Freeze {agentId}?</h2>
        <p>
          The agent creates no market and buys nothing from now on. Its previews and its confirmed and queued intents of
          these actions are void. Only the owner unfreezes it.
        </p>
        {freeze.error !== null && <Problem error={freeze.error} />}
        <div class="buttons">
          <button type="button" class="danger" disabled={freeze.isPending} onClick={() => freeze.mutate()}>
            Freeze
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep it as it is
          </button>
        </div>
      </dialog>
    </>
  );
}
