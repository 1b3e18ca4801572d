import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Market, OnchainMarket, Quote } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { actingAgent } from '../data/session.js';
import { grouped, money, percent } from '../format/decimal.js';
import { AgentField } from '../intents/agent-field.js';
import { usePreview } from '../intents/use-preview.js';
import { Async, Problem } from '../ui/async.js';
import { Field } from '../ui/field.js';
import { Facts, Panel } from '../ui/parts.js';
import { DilutionCurve } from './dilution-curve.js';

interface BuyPanelProps {
  readonly market: Market;
  readonly onchain: OnchainMarket;
}

const AMOUNT = /^\d+(?:\.\d+)?$/;

export function BuyPanel({ market, onchain }: BuyPanelProps): JSX.Element {
  const [outcome, setOutcome] = useState<'YES' | 'NO'>('YES');
  const [amount, setAmount] = useState('5');
  const [agentId, setAgentId] = useState(actingAgent.get());
  const preview = usePreview();
  const quote = useQuery({
    queryKey: ['quote', market.id, outcome, amount],
    queryFn: ({ signal }) =>
      presage().request('getQuote', { path: { id: market.id }, query: { outcome, amount }, signal }),
    enabled: AMOUNT.test(amount) && market.status === 'OPEN',
    placeholderData: (previous) => previous,
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    preview.mutate((purpose) => ({
      purpose,
      agent_id: agentId,
      action: outcome === 'YES' ? 'buy_yes' : 'buy_no',
      market_id: onchain.market_id,
      market_contract_address: onchain.market_contract_address,
      amount,
    }));
  };
  if (market.status !== 'OPEN') {
    return (
      <Panel title="Buy">
        <p class="muted">The market takes no stakes: its status is {market.status}.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Buy">
      <form onSubmit={submit}>
        <fieldset class="outcomes">
          <legend>Outcome</legend>
          {(['YES', 'NO'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="outcome" checked={outcome === one} onChange={() => setOutcome(one)} />
              {one === 'YES' ? market.outcome_yes_label : market.outcome_no_label}
            </label>
          ))}
        </fieldset>
        <Field
          label={`Stake, ${market.collateral_asset}`}
          name="amount"
          value={amount}
          onValue={setAmount}
          inputMode="decimal"
          required
        />
        <Async of={quote}>{({ quote: one }) => <QuoteFacts quote={one} asset={market.collateral_asset} />}</Async>
        <AgentField value={agentId} onValue={setAgentId} />
        <button type="submit" class="primary" disabled={preview.isPending}>
          Preview
        </button>
        <p class="muted">A stake cannot be sold. The preview executes nothing.</p>
        {preview.error !== null && <Problem error={preview.error} />}
      </form>
    </Panel>
  );
}

function QuoteFacts({ quote, asset }: { readonly quote: Quote; readonly asset: string }): JSX.Element {
  return (
    <>
      <Facts
        rows={[
          ['Payout if won', money(quote.payout_if_won, asset)],
          ['Profit if won', money(quote.profit_if_won, asset)],
          ['Multiple', `${grouped(quote.payout_multiple)} ×`],
          ['Break-even probability', percent(quote.break_even_probability, 'up')],
          ['Probability after the buy', percent(quote.implied_probability_after)],
        ]}
      />
      <DilutionCurve quote={quote} />
    </>
  );
}
