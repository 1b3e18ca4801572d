import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import {
  AccountsRepository,
  type ApiKey,
  ApiKeysRepository,
  isAgentId,
  KEY_SCOPES,
  type KeyScope,
  newKey,
  OwnersRepository,
} from '@app/agents';
import type { SqlSession } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult, RefusedError, UsageError } from '../cli/command.js';
import { limitOption, wholeNumber } from '../cli/options.js';
import { table } from '../cli/table.js';
import { accountName, getAccount } from './accounts.js';

export const DEFAULT_LIFETIME_DAYS = 90;
const MAX_LIFETIME_DAYS = 3_650;
const HEADINGS = ['KEY', 'ACCOUNT', 'AGENTS', 'SCOPES', 'STATE', 'EXPIRES', 'LAST USED', 'CREATED BY', 'NOTE'];

export const createKey = defineCommand({
  name: 'keys create',
  changes: true,
  define: (command, run) =>
    command
      .summary('Create an API key, and print it once')
      .description(
        'Creates an API key, and prints it once.\n\n' +
          'The API requires keys with AUTH_MODE=api_key, and for reads with AUTH_READS=account. A key acts for all ' +
          'agents of its account, also for those that it registers, or only for the named ones. Naming an agent gives ' +
          'it to the account, unless it belongs to another one.\n\n' +
          'Scopes:\n' +
          '  wallets   register, disable, freeze, unfreeze, faucet, onboarding\n' +
          '  intents   preview, confirm, cancel\n' +
          '  execute   execute\n' +
          '  records   market records and trade intents, for users of the account\n' +
          '  read      reads of agents and users; every other scope but operator includes it\n' +
          '  webhooks  webhooks\n' +
          '  operator  operator reads; not with other scopes, and without an account',
      )
      .addOption(new Option('--account <name>', 'account that the key acts for').argParser(accountName))
      .addOption(
        new Option('--scope <scopes...>', `scopes of the key, from ${KEY_SCOPES.join(', ')}`)
          .argParser(addScopes)
          .makeOptionMandatory(),
      )
      .addOption(
        new Option('--agent <agent-ids...>', 'agents that the key acts for; by default all of the account').argParser(
          addAgent,
        ),
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
  readonly account?: string | undefined;
  readonly scope: readonly KeyScope[];
  readonly agent?: readonly string[] | undefined;
  readonly days: number;
  readonly note: string;
}

async function create(
  { database, actor }: OpsContext,
  { account, scope: scopes, agent: agentIds, days, note }: CreateOptions,
): Promise<OpsResult> {
  if (scopes.includes('operator') && (scopes.length > 1 || account !== undefined || agentIds !== undefined)) {
    throw new UsageError('a key with the scope operator has no other scope, --account or --agent');
  }
  if (account === undefined && !scopes.includes('operator')) throw new UsageError('--account is missing');
  return database.transaction((tx) => issueKey(tx, actor, { account, scope: scopes, agent: agentIds, days, note }));
}

/** Creates a key, which the result contains. */
export async function issueKey(
  tx: SqlSession,
  actor: string,
  { account, scope: scopes, agent: agentIds, days, note }: CreateOptions,
): Promise<OpsResult> {
  const { key, ...proof } = newKey();
  const created = await new ApiKeysRepository(tx).insert({
    ...proof,
    accountId: account === undefined ? null : await bindAgents(tx, account, agentIds ?? []),
    agentIds: agentIds ?? null,
    scopes,
    note,
    createdBy: actor,
    lifetimeDays: days,
  });
  const owner = account === undefined ? 'operators' : [account, ...(agentIds ?? [])].join(' ');
  return {
    lines: [
      `key ${created.prefix} for ${owner} (${scopes.join(', ')}) until ${created.expiresAt.toISOString()}`,
      'The key is not shown again:',
      key.reveal(),
    ],
    data: { ...present(created), key: key.reveal() },
  };
}

/** Gives the agents to the account. @returns the account's id @throws {RefusedError} */
async function bindAgents(tx: SqlSession, account: string, agentIds: readonly string[]): Promise<string> {
  const { id: accountId } = await getAccount(tx, account);
  const owners = new OwnersRepository(tx);
  for (const agentId of agentIds) {
    if (await owners.bind({ agentId, accountId })) continue;
    throw new RefusedError(`${agentId} belongs to another account, for good`);
  }
  return accountId;
}

export const listApiKeys = defineCommand({
  name: 'keys list',
  changes: false,
  define: (command, run) =>
    command
      .description('List API keys, newest first, without their secrets')
      .addOption(new Option('--account <name>', 'only keys of this account').argParser(accountName))
      .addOption(new Option('--agent <agent-id>', 'only keys that name this agent').argParser(agentId))
      .addOption(limitOption())
      .action((options) => run((context) => list(context, options))),
});

async function list(
  { database }: OpsContext,
  { account, agent, limit }: { account?: string; agent?: string; limit: number },
): Promise<OpsResult> {
  const keys = await new ApiKeysRepository(database).list({
    limit,
    ...(account !== undefined && { accountId: (await getAccount(database, account)).id }),
    ...(agent !== undefined && { agentId: agent }),
  });
  const ids = keys.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
  const names = await new AccountsRepository(database).listNames(ids);
  const rows = keys.map((key) => [
    key.prefix,
    names.get(key.accountId ?? ''), // operators' keys have none
    key.agentIds?.join(',') ?? 'all',
    key.scopes.join(','),
    describeState(key),
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
      .summary('Revoke an API key, or all keys that name an agent')
      .description('Revokes an API key, or all keys that name an agent. Every API refuses them within five seconds.')
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

function addAgent(text: string, previous: readonly string[] = []): string[] {
  return [...new Set([...previous, agentId(text)])];
}

/** Adds a comma-separated list, in the order of the scopes' table. */
function addScopes(text: string, previous: readonly KeyScope[] = []): KeyScope[] {
  const given = text.split(',');
  const unknown = given.find((word) => !KEY_SCOPES.some((scope) => scope === word));
  if (unknown !== undefined) throw new InvalidArgumentError(`It must be a list of ${KEY_SCOPES.join(', ')}.`);
  return KEY_SCOPES.filter((scope) => previous.includes(scope) || given.includes(scope));
}

function describeState({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'valid';
}

function present(key: ApiKey): object {
  return { ...key, state: describeState(key) };
}
