import { isAgentId } from '@app/agents';
import { ApiKeysRepository, type ApiKey, KEY_SCOPES, type KeyScope, newKey } from '@app/api-keys';
import type { CommandInput } from '../cli/command-input.js';
import { type Command, RefusedError, UsageError } from '../cli/command.js';
import { table } from '../cli/table.js';

const AGENT_SCOPES: readonly KeyScope[] = ['wallets', 'intents', 'execute'];
const LIFETIME_DAYS = 90;
const MAX_DAYS = 3_650;

export const createKey: Command = {
  name: 'keys create',
  arguments: [],
  summary: 'makes an API key and shows it, this once',
  details: [
    'Keys are asked for where the API runs with AUTH_MODE=api_key. A key writes for the one agent that it is bound to; without an agent it writes market records and trade intents only.',
    'wallets: register, disable, faucet, onboarding. intents: preview, confirm, cancel. execute: execute. records: market records and trade intents.',
  ],
  options: {
    agent: { form: 'text', value: 'AGENT_ID', doc: 'the agent that it writes for' },
    scopes: { form: 'text', value: 'LIST', doc: `some of ${KEY_SCOPES.join(',')}; for an agent the first three` },
    days: { form: 'text', value: 'N', doc: `how long it is valid; ${LIFETIME_DAYS} unless told otherwise` },
    note: { form: 'text', value: 'TEXT', doc: 'what it is for' },
  },
  changes: true,
  run: async ({ database, actor }, input) => {
    const agentId = agentOf(input) ?? null;
    const scopes = scopesOf(input, agentId);
    const { key, ...proof } = newKey();
    const made = await new ApiKeysRepository(database).insert({
      ...proof,
      agentId,
      scopes,
      note: input.text('note') ?? '',
      createdBy: actor,
      lifetimeDays: input.integer('days', { fallback: LIFETIME_DAYS, max: MAX_DAYS }),
    });
    const until = made.expiresAt.toISOString();
    const whom = agentId === null ? '' : ` for ${agentId}`;
    return {
      // The first line goes into the audit log.
      lines: [
        `key ${made.prefix}${whom} (${scopes.join(', ')}) until ${until}`,
        'It is shown this once:',
        key.reveal(),
      ],
      data: { ...shown(made), key: key.reveal() },
    };
  },
};

export const listApiKeys: Command = {
  name: 'keys list',
  arguments: [],
  summary: 'lists API keys, newest first; none of them can be shown again',
  options: {
    agent: { form: 'text', value: 'AGENT_ID', doc: 'only those of one agent' },
    limit: { form: 'text', value: 'N', doc: 'at most so many, 50 unless told otherwise' },
  },
  changes: false,
  run: async ({ database }, input) => {
    const agentId = agentOf(input);
    const limit = input.integer('limit', { fallback: 50, max: 10_000 });
    const keys = await new ApiKeysRepository(database).list({ limit, ...(agentId !== undefined && { agentId }) });
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
    const headings = ['KEY', 'AGENT', 'SCOPES', 'STATE', 'EXPIRES', 'LAST USED', 'MADE BY', 'NOTE'];
    return { lines: table(headings, rows), data: { keys: keys.map(shown) } };
  },
};

export const revokeApiKey: Command = {
  name: 'keys revoke',
  arguments: ['KEY | AGENT_ID'],
  summary: 'ends a key, by the part of it that may be shown, or all keys of an agent; within five seconds everywhere',
  changes: true,
  run: async ({ database }, input) => {
    const given = input.argument(0);
    if (isAgentId(given)) {
      const count = await new ApiKeysRepository(database).revokeOfAgent(given);
      return { lines: [`${count} keys of ${given} are revoked`], data: { agentId: given, revoked: count } };
    }
    const prefix = /^(?:presage_)?([0-9a-f]{12})(?:_[\w-]{43})?$/.exec(given)?.[1];
    if (prefix === undefined) throw new UsageError('names neither a key, by its 12 hex digits, nor an agent');
    const key = await new ApiKeysRepository(database).revoke(prefix);
    if (key === null) throw new RefusedError(`there is no key ${prefix}`);
    return { lines: [`key ${prefix} is revoked`], data: shown(key) };
  },
};

function agentOf(input: CommandInput): string | undefined {
  const given = input.text('agent');
  const isFit: boolean = given === undefined || isAgentId(given);
  if (isFit) return given;
  throw new UsageError(
    `${given} is no agent id: agent_ and 4 to 74 letters, digits, _ or -, and no name from an example`,
  );
}

function scopesOf(input: CommandInput, agentId: string | null): readonly KeyScope[] {
  const text = input.text('scopes');
  const wanted = text?.split(',') ?? (agentId === null ? ['records'] : AGENT_SCOPES);
  const scopes = KEY_SCOPES.filter((scope) => wanted.includes(scope));
  if (scopes.length !== wanted.length) throw new UsageError(`--scopes must be some of ${KEY_SCOPES.join(',')}`);
  if (agentId === null && scopes.some((scope) => scope !== 'records')) {
    throw new UsageError('a key without --agent has no scope but records');
  }
  return scopes;
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'valid';
}

function shown(key: ApiKey): object {
  return { ...key, state: stateOf(key) };
}
