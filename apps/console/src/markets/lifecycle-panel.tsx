import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Action, Market, OnchainMarket } from '@presage/sdk';
import { actingAgent } from '../data/session.js';
import { AgentField } from '../intents/agent-field.js';
import { usePreview } from '../intents/use-preview.js';
import { Problem } from '../ui/async.js';
import { Choice } from '../ui/field.js';
import { Panel } from '../ui/parts.js';

const STEPS = [
  ['close_market', 'Close the market'],
  ['resolve_yes', 'Resolve for YES'],
  ['resolve_no', 'Resolve for NO'],
  ['cancel_market', 'Cancel the market'],
  ['claim_payout', 'Claim the payout'],
  ['claim_refund', 'Claim the refund'],
] as const;

type Step = (typeof STEPS)[number][0];

interface LifecyclePanelProps {
  readonly market: Market;
  readonly onchain: OnchainMarket;
}

/** Actions other than buys. The contract and the preview decide whether an agent may take them. */
export function LifecyclePanel({ market, onchain }: LifecyclePanelProps): JSX.Element {
  const [step, setStep] = useState<Step>(likelyStep(market));
  const [agentId, setAgentId] = useState(actingAgent.get());
  const preview = usePreview();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    preview.mutate((purpose) => actionOf(step, { purpose, agent_id: agentId, onchain }));
  };
  return (
    <Panel title="Other actions">
      <form onSubmit={submit}>
        <Choice label="Action" value={step} options={STEPS} onValue={setStep} />
        <AgentField value={agentId} onValue={setAgentId} />
        <button type="submit" disabled={preview.isPending}>
          Preview
        </button>
        {preview.error !== null && <Problem error={preview.error} />}
      </form>
    </Panel>
  );
}

function likelyStep({ status }: Market): Step {
  if (status === 'CANCELLED') return 'claim_refund';
  if (status === 'RESOLVED' || status === 'SETTLED') return 'claim_payout';
  return status === 'TRADING_CLOSED' ? 'resolve_yes' : 'close_market';
}

interface StepContext {
  readonly purpose: string;
  readonly agent_id: string;
  readonly onchain: OnchainMarket;
}

function actionOf(step: Step, { purpose, agent_id, onchain }: StepContext): Action {
  const { market_id, market_contract_address } = onchain;
  const common = { purpose, agent_id, market_id, market_contract_address };
  if (step === 'resolve_yes') return { ...common, action: 'resolve_market', outcome: 'yes' };
  if (step === 'resolve_no') return { ...common, action: 'resolve_market', outcome: 'no' };
  return { ...common, action: step };
}
