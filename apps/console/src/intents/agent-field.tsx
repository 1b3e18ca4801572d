import type { JSX } from 'preact';
import { Field } from '../ui/field.js';

interface AgentFieldProps {
  readonly value: string;
  readonly onValue: (agentId: string) => void;
}

export function AgentField({ value, onValue }: AgentFieldProps): JSX.Element {
  return (
    <Field label="Agent" name="agent" value={value} onValue={onValue} required hint="agent_ and 4 characters or more" />
  );
}
