import { InvalidArgumentError } from '@commander-js/extra-typings';
import { type Account, AccountsRepository, isAccountName } from '@app/agents';
import type { SqlSession } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult, RefusedError } from '../cli/command.js';
import { limitOption } from '../cli/options.js';
import { pick, table } from '../cli/table.js';

const HEADINGS = ['ACCOUNT', 'AGENTS', 'USERS', 'VALID KEYS', 'CREATED BY', 'CREATED'];

export const createAccount = defineCommand({
  name: 'accounts create',
  changes: true,
  define: (command, run) =>
    command
      .summary('Create an account')
      .description('Creates an account. It owns agents, users and API keys.')
      .argument('<name>', 'name of the account', accountName)
      .action((name) => run((context) => create(context, name))),
});

async function create({ database, actor }: OpsContext, name: string): Promise<OpsResult> {
  const account = await new AccountsRepository(database).create({ name, createdBy: actor });
  if (account === null) throw new RefusedError(`account ${name} exists already`);
  return { lines: [`created account ${name}`], data: account };
}

export const listAccounts = defineCommand({
  name: 'accounts list',
  changes: false,
  define: (command, run) =>
    command
      .description('List accounts, newest first')
      .addOption(limitOption())
      .action(({ limit }) => run((context) => list(context, limit))),
});

async function list({ database }: OpsContext, limit: number): Promise<OpsResult> {
  const accounts = await new AccountsRepository(database).list({ limit });
  const rows = accounts.map(pick('name', 'agents', 'users', 'keys', 'createdBy', 'createdAt'));
  return { lines: table(HEADINGS, rows), data: { accounts } };
}

export function accountName(text: string): string {
  if (isAccountName(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 80 letters, digits, ., _ or -, and start with a letter or digit.');
}

/** @throws {RefusedError} when no account has the name */
export async function getAccount(sql: SqlSession, name: string): Promise<Account> {
  const account = await new AccountsRepository(sql).findByName(name);
  if (account === null)
    throw new RefusedError(`account ${name} does not exist: npm run ops -- accounts create ${name}`);
  return account;
}
