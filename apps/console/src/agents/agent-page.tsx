import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { PresageEvent } from '@presage/sdk';
import { useEvents } from '../data/use-events.js';
import { useWallet } from '../data/use-wallet.js';
import { useTitle } from '../routing/route.js';
import { Async } from '../ui/async.js';
import { EventList } from '../ui/event-list.js';
import { Panel } from '../ui/parts.js';
import { Badge } from '../ui/values.js';
import { ActivityPanel } from './activity-panel.js';
import { BalancePanel } from './balance-panel.js';
import { BudgetPanel } from './budget-panel.js';
import { newestSeq } from './newest-seq.js';
import { PROFIT_EVENTS } from './profit.js';
import { PortfolioPanel } from './portfolio-panel.js';
import { ProfitPanel } from './profit-panel.js';
import { WalletPanel } from './wallet-panel.js';

export function AgentPage({ id }: { readonly id: string }): JSX.Element {
  const wallet = useWallet(id);
  useTitle(id);
  const events = useEvents({ agentId: id });
  const executedSeq = useNewestSeq(events, ['execution.executed']);
  const decidedSeq = useNewestSeq(events, PROFIT_EVENTS);
  return (
    <>
      <h1>{id}</h1>
      <Async of={wallet}>
        {({ agent_wallet }) => (
          <>
            <p>
              <Badge status={agent_wallet.status} /> {agent_wallet.frozen && <Badge status="frozen" />}
            </p>
            <div class="grid">
              <WalletPanel wallet={agent_wallet} />
              <div class="column">
                <BalancePanel id={id} version={executedSeq} />
                <BudgetPanel id={id} approvalAbove={agent_wallet.policy_metadata.approval_above} />
              </div>
              <PortfolioPanel id={id} />
              <ProfitPanel id={id} headSeq={decidedSeq} />
              <ActivityPanel id={id} />
              <Panel title="Events" wide>
                <EventList events={events ?? []} />
              </Panel>
            </div>
          </>
        )}
      </Async>
    </>
  );
}

/** Position of the newest event of these types, 0 without one. Null until the first events are read. */
function useNewestSeq(events: readonly PresageEvent[] | null, types: readonly string[]): number | null {
  const known = useRef(0);
  if (events === null) return null;
  return (known.current = newestSeq(events, types, known.current));
}
