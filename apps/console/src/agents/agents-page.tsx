import { useMutation } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ACTION_NAMES } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { actingAgent, setActingAgent } from '../data/session.js';
import { COLLATERAL } from '../format/decimal.js';
import { AgentField } from '../intents/agent-field.js';
import type { PageProps } from '../routing/page.js';
import { goTo } from '../routing/route.js';
import { Problem } from '../ui/async.js';
import { Field } from '../ui/field.js';
import { Panel } from '../ui/parts.js';
import { AgentPage } from './agent-page.js';

export function AgentsPage({ id }: PageProps): JSX.Element {
  if (id !== null) return <AgentPage id={id} />;
  return (
    <>
      <h1>Agents</h1>
      <div class="grid">
        <OpenAgent />
        <RegisterAgent />
      </div>
    </>
  );
}

function OpenAgent(): JSX.Element {
  const [agentId, setAgentId] = useState(actingAgent.get());
  const open = (event: SubmitEvent): void => {
    event.preventDefault();
    setActingAgent(agentId);
    goTo('agents', agentId);
  };
  return (
    <Panel title="Open an agent">
      <form onSubmit={open}>
        <AgentField value={agentId} onValue={setAgentId} />
        <button type="submit" class="primary">
          Open
        </button>
      </form>
    </Panel>
  );
}

/** Registers a wallet and funds it with test tokens. */
function RegisterAgent(): JSX.Element {
  const [agentId, setAgentId] = useState('');
  const [maxAmount, setMaxAmount] = useState('50');
  const register = useMutation({
    mutationFn: () =>
      presage().request('registerWallet', {
        body: {
          agent_id: agentId,
          wallet_provider: 'provider_agent_wallet',
          allowed_actions: ACTION_NAMES,
          ...(maxAmount !== '' && { policy_metadata: { max_trade_amount: maxAmount } }),
          source_client: 'presage-console',
        },
      }),
    onSuccess: ({ agent_wallet }) => {
      setActingAgent(agent_wallet.agent_id);
      goTo('agents', agent_wallet.agent_id);
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    register.mutate();
  };
  return (
    <Panel title="Register an agent">
      <form onSubmit={submit}>
        <AgentField value={agentId} onValue={setAgentId} />
        <Field
          label={`Maximum stake of one buy, ${COLLATERAL}`}
          name="max-amount"
          value={maxAmount}
          onValue={setMaxAmount}
          inputMode="decimal"
          hint="Empty for no limit"
        />
        <button type="submit" disabled={register.isPending}>
          Register
        </button>
        {register.error !== null && <Problem error={register.error} />}
      </form>
    </Panel>
  );
}
