import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { actingAgent } from '../data/session.js';
import { AgentField } from '../intents/agent-field.js';
import { usePreview } from '../intents/use-preview.js';
import { Problem } from '../ui/async.js';
import { Field } from '../ui/field.js';

/** Previews the creation of a market. The agent's wallet becomes its resolver. */
export function CreateMarketForm(): JSX.Element {
  const [question, setQuestion] = useState('');
  const [name, setName] = useState('');
  const [closesAt, setClosesAt] = useState('');
  const [agentId, setAgentId] = useState(actingAgent.get());
  const preview = usePreview();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    preview.mutate((purpose) => ({
      purpose,
      agent_id: agentId,
      action: 'create_market',
      market_id: name,
      question,
      close_timestamp: `${closesAt.trim().replace(' ', 'T')}:00Z`,
    }));
  };
  return (
    <form class="columns" onSubmit={submit}>
      <Field label="Question" name="question" value={question} onValue={setQuestion} required />
      <Field
        label="Name of the market"
        name="market"
        value={name}
        onValue={setName}
        required
        hint="Chosen by the agent"
      />
      <Field
        label="Buying ends, UTC"
        name="closes"
        value={closesAt}
        onValue={setClosesAt}
        hint="Such as 2027-01-31 18:00"
        required
      />
      <AgentField value={agentId} onValue={setAgentId} />
      <button type="submit" class="primary" disabled={preview.isPending}>
        Preview
      </button>
      {preview.error !== null && <Problem error={preview.error} />}
    </form>
  );
}
