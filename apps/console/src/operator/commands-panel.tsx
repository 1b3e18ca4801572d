import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Choice, Field } from '../ui/field.js';
import { Panel } from '../ui/parts.js';
import { type CommandTemplate, formatLine, TEMPLATES } from './commands.js';
import { OpsCommand } from './ops-command.js';

/** Commands for wallets, webhooks, keys and accounts, with the values that an operator types. */
export function CommandsPanel(): JSX.Element {
  const [name, setName] = useState(TEMPLATES[0]?.name ?? '');
  const template = TEMPLATES.find((one) => one.name === name);
  return (
    <Panel title="Commands" wide>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="Command"
          value={name}
          options={TEMPLATES.map((one) => [one.name, one.text] as const)}
          onValue={setName}
        />
      </form>
      {template !== undefined && <CommandForm key={name} template={template} />}
    </Panel>
  );
}

function CommandForm({ template }: { readonly template: CommandTemplate }): JSX.Element {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const line = formatLine(template, values);
  return (
    <>
      <p>{template.effect}</p>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        {template.fields.map(({ name, label, hint }) => (
          <Field
            key={name}
            name={name}
            label={label}
            value={values[name] ?? ''}
            onValue={(value) => setValues({ ...values, [name]: value })}
            {...(hint !== undefined && { hint })}
          />
        ))}
      </form>
      <p>
        {line === null ? (
          <span class="muted">Fill in the fields to get the command.</span>
        ) : (
          <OpsCommand words={line} />
        )}
      </p>
    </>
  );
}
