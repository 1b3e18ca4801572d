import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Overview } from '@presage/sdk';
import { ACTION_OPTIONS } from '../format/actions.js';
import { Choice, Field } from '../ui/field.js';
import { DataTable, Panel } from '../ui/parts.js';
import { Time } from '../ui/values.js';
import { isArgument, LINES } from './commands.js';
import { OpsCommand } from './ops-command.js';

const SCOPES = [['global', 'All actions of all agents'], ...ACTION_OPTIONS, ['agent', 'One agent']] as const;

/** Lists the pauses, with commands to resume each and to pause further actions. */
export function PausesPanel({ overview: { pauses } }: { readonly overview: Overview }): JSX.Element {
  return (
    <Panel title="Pauses" wide>
      <DataTable
        label="Pauses"
        rows={pauses}
        keyOf={({ scope }) => scope}
        empty="Nothing is paused."
        columns={[
          { name: 'Paused', cell: ({ scope }) => scope },
          { name: 'Last change', cell: ({ since }) => <Time at={since} /> },
          { name: 'Command', cell: ({ scope }) => <OpsCommand words={LINES.resume(scope)} /> },
        ]}
      />
      <PauseForm />
    </Panel>
  );
}

function PauseForm(): JSX.Element {
  const [scope, setScope] = useState<(typeof SCOPES)[number][0]>('global');
  const [agentId, setAgentId] = useState('');
  const paused = scope === 'agent' ? agentId.trim() : scope;
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Choice label="Pause" value={scope} options={SCOPES} onValue={setScope} />
        {scope === 'agent' && (
          <Field label="Agent" name="paused-agent" value={agentId} onValue={setAgentId} hint="Whole id" />
        )}
      </form>
      <p>
        {isArgument(paused) ? (
          <OpsCommand words={LINES.pause(paused)} />
        ) : (
          <span class="muted">Name the agent to get the command.</span>
        )}
      </p>
    </>
  );
}
