import { quoted } from '../format/shell.js';

/** Lines of `npm run ops --` that pages show. */
export const LINES = {
  why: (id: string) => line('why', id),
  showExecution: (id: string) => line('executions', 'show', id),
  settleExecuted: (id: string, hash: string | null) =>
    `${line('executions', 'settle', id, '--outcome', 'executed', '--tx')} ${hash ?? '0x…'}`,
  settleFailed: (id: string) => line('executions', 'settle', id, '--outcome', 'failed'),
  releaseLane: (agentId: string) => line('lanes', 'release', agentId),
  restored: () => line('restored'),
  showIndex: () => line('index', 'show'),
  rebuildIndex: () => line('index', 'rebuild', '--yes'),
  verify: () => line('verify'),
  pause: (scope: string) => line('pause', scope),
  resume: (scope: string) => line('resume', scope),
} as const;

export interface CommandField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Option of the command that takes the value. Without one the value is an argument. */
  readonly option?: string;
}

/** Command whose arguments an operator fills in. */
export interface CommandTemplate {
  readonly name: string;
  readonly text: string;
  /** Effect of the command, one sentence. */
  readonly effect: string;
  readonly fields: readonly CommandField[];
}

const AGENT: CommandField = { name: 'agent', label: 'Agent', hint: 'Whole id' };

export const TEMPLATES: readonly CommandTemplate[] = [
  {
    name: 'wallets enable',
    text: 'Enable a wallet',
    effect: 'Makes a disabled or frozen wallet active.',
    fields: [AGENT],
  },
  {
    name: 'wallets rebind',
    text: 'Rebind a wallet',
    effect:
      'Gives an agent another mailbox or, if the wallet provider does not hold its wallet, another address. ' +
      'The mailbox counts as verified: the operator vouches for it. Pending passcodes become void.',
    fields: [
      AGENT,
      { name: 'email', label: 'Mailbox of the owner', option: '--email' },
      { name: 'address', label: 'Address', hint: '0x and 40 hex digits', option: '--address' },
    ],
  },
  {
    name: 'wallets release',
    text: 'Release a wallet',
    effect:
      'Forgets the verified mailbox of an agent, and its address if the wallet provider does not hold it. ' +
      'The next mailbox that is verified owns the agent. Pending passcodes become void. ' +
      'Actions, limits, status and a freeze stay.',
    fields: [AGENT],
  },
  {
    name: 'webhooks resume',
    text: 'Resume a webhook',
    effect: 'Delivers from the position of a paused webhook again, and retries a failing one at once.',
    fields: [{ name: 'webhook', label: 'Webhook', hint: 'Id, such as webhook_b026…' }],
  },
  {
    name: 'archive create',
    text: 'Archive a month',
    effect:
      'Verifies the executions that ended until the end of a month, moves them into a file, and deletes them from the ' +
      'database. Executions that may still change stay.',
    fields: [
      { name: 'month', label: 'Month', hint: 'Such as 2026-08; a week must have passed since' },
      { name: 'folder', label: 'Folder', hint: 'Where the command runs', option: '--to' },
    ],
  },
  {
    name: 'keys revoke',
    text: 'Revoke keys',
    effect: 'Revokes an API key, or all keys that name an agent.',
    fields: [{ name: 'key', label: 'Key or agent', hint: '12 hex digits of the key, or the id of an agent' }],
  },
  {
    name: 'accounts limits',
    text: 'Limit an account',
    effect: 'Sets the budgets of all agents of an account together. An empty limit stays as it is, none removes it.',
    fields: [
      { name: 'account', label: 'Account', hint: 'Name, or the verified mailbox of agents without one' },
      { name: 'daily', label: 'Stake in 24 hours', option: '--daily' },
      { name: 'market', label: 'Stake in one market', option: '--market' },
      { name: 'exposure', label: 'Stake in undecided markets', option: '--exposure' },
    ],
  },
];

/** Whether a typed value is an argument: ops would read a leading dash as an option. */
export function isArgument(value: string): boolean {
  return value !== '' && !value.startsWith('-');
}

/** Returns the line of a command, null while a value is missing or is no argument. Of several options one is enough. */
export function formatLine({ name, fields }: CommandTemplate, values: Readonly<Record<string, string>>): string | null {
  const given = fields.flatMap((field) => {
    const value = (values[field.name] ?? '').trim();
    return value === '' ? [] : [{ option: field.option, value }];
  });
  const count = (isOption: boolean, list: readonly { readonly option?: string | undefined }[]): number =>
    list.filter(({ option }) => (option !== undefined) === isOption).length;
  const hasArguments = count(false, given) === count(false, fields);
  const hasOption = count(true, given) > 0 || count(true, fields) === 0;
  if (!hasArguments || !hasOption || !given.every(({ value }) => isArgument(value))) return null;
  const words = given.flatMap(({ option, value }) => (option === undefined ? [value] : [option, value]));
  return line(...name.split(' '), ...words);
}

function line(...words: readonly string[]): string {
  return words.map(quoted).join(' ');
}
