import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { isAgentId } from '@app/agents';
import { type ApiKey, ApiKeysRepository, KEY_SCOPES, type KeyScope, newKey } from '@app/api-keys';
import { defineCommand, type OpsContext, type OpsResult, RefusedError, UsageError } from '../cli/command.js';
import { limitOption, wholeNumber } from '../cli/options.js';
import { table } from '../cli/table.js';

const AGENT_SCOPES: readonly KeyScope[] = ['wallets', 'intents', 'execute'];
const DEFAULT_LIFETIME_DAYS = 90;
const MAX_LIFETIME_DAYS = 3_650;
const HEADINGS = ['KEY', 'AGENT', 'SCOPES', 'STATE', 'EXPIRES', 'LAST USED', 'CREATED BY', 'NOTE'];

export const createKey = defineCommand({
  name: 'keys create',
  changes: true,
  define: (command, run) =>
    command
      .summary('Create an API key, and print it once')
      .description(
        'Creates an API key, and prints it once.\n\n' +
          'The API requires keys with AUTH_MODE=api_key. A key is bound to one agent and writes only for that agent. ' +
          'Without an agent it writes only market records and trade intents.\n\n' +
          'Scopes:\n' +
          '  wallets  register, disable, faucet, onboarding\n' +
          '  intents  preview, confirm, cancel\n' +
          '  execute  execute\n' +
          '  records  market records and trade intents',
      )
      .addOption(new Option('--agent <agent-id>', 'agent that the key is bound to').argParser(agentId))
      .addOption(
        new Option(
          '--scopes <list>',
          `comma-separated list; ${AGENT_SCOPES.join(',')} with an agent, or records`,
        ).argParser(scopeList),
      )
      .addOption(
        new Option('--days <n>', 'days until the key expires')
          .argParser(wholeNumber({ max: MAX_LIFETIME_DAYS }))
          .default(DEFAULT_LIFETIME_DAYS),
      )
      .option('--note <text>', 'purpose of the key', '')
      .action((options) => run((context) => create(context, options))),
});

interface CreateOptions {
  readonly agent?: string;
  readonly scopes?: readonly KeyScope[];
  readonly days: number;
  readonly note: string;
}

async function create(
  { database, actor }: OpsContext,
  { agent, scopes: given, days, note }: CreateOptions,
): Promise<OpsResult> {
  const scopes = given ?? (agent === undefined ? ['records' as const] : AGENT_SCOPES);
  if (agent === undefined && scopes.some((scope) => scope !== 'records')) {
    throw new UsageError('a key without --agent can only have the scope records');
  }
  const { key, ...proof } = newKey();
  const created = await new ApiKeysRepository(database).insert({
    ...proof,
    agentId: agent ?? null,
    scopes,
    note,
    createdBy: actor,
    lifetimeDays: days,
  });
  const owner = agent === undefined ? '' : ` for ${agent}`;
  return {
    lines: [
      `key ${created.prefix}${owner} (${scopes.join(', ')}) until ${created.expiresAt.toISOString()}`,
      'The key is not shown again:',
      key.reveal(),
    ],
    data: { ...present(created), key: key.reveal() },
  };
}

export const listApiKeys = defineCommand({
  name: 'keys list',
  changes: false,
  define: (command, run) =>
    command
      .description('List API keys, newest first, without their secrets')
      .addOption(new Option('--agent <agent-id>', 'only keys of this agent').argParser(agentId))
      .addOption(limitOption())
      .action(({ agent, limit }) => run((context) => list(context, { agent, limit }))),
});

async function list(
  { database }: OpsContext,
  { agent, limit }: { agent: string | undefined; limit: number },
): Promise<OpsResult> {
  const keys = await new ApiKeysRepository(database).list({ limit, ...(agent !== undefined && { agentId: agent }) });
  const rows = keys.map((key) => [
    key.prefix,
    key.agentId,
    key.scopes.join(','),
    stateOf(key),
    key.expiresAt,
    key.lastUsedAt,
    key.createdBy,
    key.note,
  ]);
  return { lines: table(HEADINGS, rows), data: { keys: keys.map(present) } };
}

export const revokeApiKey = defineCommand({
  name: 'keys revoke',
  changes: true,
  define: (command, run) =>
    command
      .summary('Revoke an API key, or all keys of an agent')
      .description('Revokes an API key, or all keys of an agent. Every API refuses them within five seconds.')
      .argument('<key-or-agent-id>', 'the whole key, its 12 hex digits, or an agent id')
      .action((given) => run((context) => revoke(context, given))),
});

async function revoke({ database }: OpsContext, given: string): Promise<OpsResult> {
  if (isAgentId(given)) {
    const count = await new ApiKeysRepository(database).revokeOfAgent(given);
    return { lines: [`revoked ${count} keys of ${given}`], data: { agentId: given, revoked: count } };
  }
  const prefix = /^(?:presage_)?([0-9a-f]{12})(?:_[\w-]{43})?$/.exec(given)?.[1];
  if (prefix === undefined) throw new UsageError('expected a key, its 12 hex digits, or an agent id');
  const key = await new ApiKeysRepository(database).revoke(prefix);
  if (key === null) throw new RefusedError(`key ${prefix} does not exist`);
  return { lines: [`key ${prefix} is revoked`], data: present(key) };
}

function agentId(text: string): string {
  if (isAgentId(text)) return text;
  throw new InvalidArgumentError(
    'It must be agent_ and 4 to 74 letters, digits, _ or -, and not a placeholder of an example.',
  );
}

function scopeList(text: string): readonly KeyScope[] {
  const given = text.split(',');
  const scopes = KEY_SCOPES.filter((scope) => given.includes(scope));
  if (scopes.length !== given.length) throw new InvalidArgumentError(`It must be a list of ${KEY_SCOPES.join(',')}.`);
  return scopes;
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'valid';
}

function present(key: ApiKey): object {
  return { ...key, state: stateOf(key) };
}
