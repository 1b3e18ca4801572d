import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ACTION_NAMES, type ActionName, ACTIONS, type Market, type OnchainMarket, takes, toAction } from '@presage/sdk';
import { actingAgent } from '../data/session.js';
import { AgentField } from '../intents/agent-field.js';
import { usePreview } from '../intents/use-preview.js';
import { Problem } from '../ui/async.js';
import { Choice } from '../ui/field.js';
import { Panel } from '../ui/parts.js';

interface Step {
  readonly text: string;
  readonly action: ActionName;
  readonly outcome?: 'yes' | 'no';
}

/** Texts of the choices. An action that takes an outcome has one for each. */
const STEPS = ACTION_NAMES.filter((action) => ACTIONS[action].kind !== 'entry').flatMap((action): Step[] => {
  const { label } = ACTIONS[action];
  if (!takes(action, 'outcome')) return [{ text: label, action }];
  return (['yes', 'no'] as const).map((outcome) => ({
    text: `${label} for ${outcome.toUpperCase()}`,
    action,
    outcome,
  }));
});

interface LifecyclePanelProps {
  readonly market: Market;
  readonly onchain: OnchainMarket;
}

/** Actions other than buys. The contract and the preview decide whether an agent may take them. */
export function LifecyclePanel({ market, onchain }: LifecyclePanelProps): JSX.Element {
  const [step, setStep] = useState(STEPS.find(({ action }) => action === likelyAction(market))?.text ?? '');
  const [agentId, setAgentId] = useState(actingAgent.get());
  const preview = usePreview();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const chosen = STEPS.find(({ text }) => text === step);
    if (chosen === undefined) return;
    const { market_id, market_contract_address } = onchain;
    const contract = { agent_id: agentId, market_id, market_contract_address };
    preview.mutate((purpose) => toAction({ ...chosen, ...contract, purpose }));
  };
  return (
    <Panel title="Other actions">
      <form onSubmit={submit}>
        <Choice
          label="Action"
          value={step}
          options={STEPS.map(({ text }) => [text, text] as const)}
          onValue={setStep}
        />
        <AgentField value={agentId} onValue={setAgentId} />
        <button type="submit" disabled={preview.isPending}>
          Preview
        </button>
        {preview.error !== null && <Problem error={preview.error} />}
      </form>
    </Panel>
  );
}

function likelyAction({ status }: Market): ActionName {
  if (status === 'CANCELLED') return 'claim_refund';
  if (status === 'RESOLVED' || status === 'SETTLED') return 'claim_payout';
  return status === 'TRADING_CLOSED' ? 'resolve_market' : 'close_market';
}
