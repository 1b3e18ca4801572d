import type { JSX } from 'preact';
import { takes } from '@presage/sdk';
import { ACTION_OPTIONS } from '../format/actions.js';
import { AgentField } from '../intents/agent-field.js';
import { Choice, Field } from '../ui/field.js';
import type { CallFields } from './call-fields.js';

const OUTCOMES = [
  ['yes', 'YES'],
  ['no', 'NO'],
] as const;

interface CallFormProps {
  readonly fields: CallFields;
  readonly onFields: (fields: CallFields) => void;
  readonly isPending: boolean;
  readonly onSubmit: () => void;
}

export function CallForm({ fields, onFields, isPending, onSubmit }: CallFormProps): JSX.Element {
  const { action } = fields;
  const isNew = !takes(action, 'market_contract_address');
  const text = (name: 'agentId' | 'purpose' | 'market' | 'amount' | 'question' | 'closesAt') => ({
    name,
    value: fields[name],
    onValue: (value: string) => onFields({ ...fields, [name]: value }),
    required: true,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Choice
        label="Action"
        value={action}
        options={ACTION_OPTIONS}
        onValue={(chosen) => onFields({ ...fields, action: chosen })}
      />
      <AgentField value={fields.agentId} onValue={(agentId) => onFields({ ...fields, agentId })} />
      <Field
        {...text('market')}
        label={isNew ? 'Name of the new market' : 'Market'}
        hint={isNew ? 'Chosen by the agent' : 'Id or contract address'}
      />
      {takes(action, 'amount') && <Field {...text('amount')} label="Stake" inputMode="decimal" />}
      {takes(action, 'outcome') && (
        <Choice
          label="Outcome"
          value={fields.outcome}
          options={OUTCOMES}
          onValue={(outcome) => onFields({ ...fields, outcome })}
        />
      )}
      {takes(action, 'question') && <Field {...text('question')} label="Question" />}
      {takes(action, 'close_timestamp') && (
        <Field {...text('closesAt')} label="Buying ends" hint="RFC 3339, such as 2099-12-31T18:00:00Z" />
      )}
      <Field {...text('purpose')} label="Purpose" hint="One purpose of an agent has at most one effect" />
      <button type="submit" class="primary" disabled={isPending}>
        Preview
      </button>
    </form>
  );
}
