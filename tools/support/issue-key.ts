import { AccountsRepository, ApiKeysRepository, KEY_SCOPES, type KeyScope, newKey } from '@app/agents';
import type { SqlSession } from '@app/persistence';

/** Every scope that a key of an account can have. */
export const ACCOUNT_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => scope !== 'operator');

export interface KeyOptions {
  /** Name of the account, created if missing; null for a key without an account. */
  readonly account: string | null;
  readonly scopes?: readonly KeyScope[];
  /** By default all agents of the account. */
  readonly agentIds?: readonly string[];
  /** Negative for an expired key. */
  readonly lifetimeDays?: number;
}

/** Creates an API key. @returns its text */
export async function issueKey(
  sql: SqlSession,
  { account, scopes = ACCOUNT_SCOPES, agentIds, lifetimeDays = 1 }: KeyOptions,
): Promise<string> {
  const { key, ...proof } = newKey();
  await new ApiKeysRepository(sql).insert({
    ...proof,
    accountId: account === null ? null : await findAccountId(sql, account),
    agentIds: agentIds ?? null,
    scopes,
    note: '',
    createdBy: 'a test',
    lifetimeDays,
  });
  return key.reveal();
}

/** Returns the id of the account with this name, created if missing. */
export async function findAccountId(sql: SqlSession, name: string): Promise<string> {
  const accounts = new AccountsRepository(sql);
  const account = (await accounts.create({ name, createdBy: 'a test' })) ?? (await accounts.findByName(name));
  if (account === null) throw new Error(`account ${name} was neither created nor found`);
  return account.id;
}
