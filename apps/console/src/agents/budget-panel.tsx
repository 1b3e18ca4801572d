import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import type { BudgetRule } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { grouped, isPositive, money, sum } from '../format/decimal.js';
import { Async } from '../ui/async.js';
import { Bar, Panel } from '../ui/parts.js';
import { Hash, Time } from '../ui/values.js';

const NAMES: Readonly<Record<BudgetRule['rule'], string>> = {
  max_trade_amount: 'Stake of one buy',
  daily_limit: 'Stake in 24 hours',
  market_limit: 'Stake in one market',
  open_exposure_limit: 'Stake in undecided markets',
  total_limit: 'Stake in all',
};

const APPROVAL = 'Approval by the owner';

interface BudgetPanelProps {
  readonly id: string;
  /** Stake of one buy above which the owner approves it. Null without such a limit. */
  readonly approvalAbove: string | null;
}

/** Limits of an agent and of its account, with what is used of each. */
export function BudgetPanel({ id, approvalAbove }: BudgetPanelProps): JSX.Element {
  const budget = useQuery({
    queryKey: ['budget', id],
    queryFn: ({ signal }) => presage().request('getBudget', { path: { agent_id: id }, signal }),
  });
  return (
    <Panel title="Budget">
      <Async of={budget}>
        {({ budget: { rules, valid_until } }) => (
          <>
            {rules.length === 0 && approvalAbove === null && valid_until === null && (
              <p class="muted">No limits are set.</p>
            )}
            {valid_until !== null && (
              <p>
                Creates markets and buys until <Time at={valid_until} />
              </p>
            )}
            {approvalAbove !== null && (
              <div class="budget" role="group" aria-label={APPROVAL}>
                <div class="budget-head">
                  <span>{APPROVAL}</span>
                  <span>each buy above {money(approvalAbove)}</span>
                </div>
              </div>
            )}
            {rules.map((rule) => (
              <Limit key={`${rule.scope} ${rule.rule}`} rule={rule} />
            ))}
          </>
        )}
      </Async>
    </Panel>
  );
}

function Limit({ rule }: { readonly rule: BudgetRule }): JSX.Element {
  const { scope, limit, spent, reserved, headroom } = rule;
  const name = `${NAMES[rule.rule]}${scope === 'account' ? ', all agents of the account' : ''}`;
  const left = `${grouped(headroom)} of ${money(limit)} left`;
  return (
    <div class="budget" role="group" aria-label={name}>
      <div class="budget-head">
        <span>{name}</span>
        <span>{rule.rule === 'max_trade_amount' ? `${money(limit)} at most` : left}</span>
      </div>
      {rule.rule !== 'max_trade_amount' && (
        <>
          <Bar
            label={`${name}: ${left}`}
            part={sum(spent, reserved)}
            whole={limit}
            tone={isPositive(headroom) ? 'plain' : 'bad'}
          />
          <small>
            {money(spent)} spent, {money(reserved)} reserved
            <Scope rule={rule} />
          </small>
        </>
      )}
    </div>
  );
}

function Scope({ rule: { resets_at, market_contract_address } }: { readonly rule: BudgetRule }): JSX.Element {
  return (
    <>
      {resets_at !== null && (
        <>
          , the oldest leaves the window at <Time at={resets_at} />
        </>
      )}
      {market_contract_address !== null && (
        <>
          {' '}
          in market <Hash value={market_contract_address} />
        </>
      )}
    </>
  );
}
