import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { isUuid } from '@app/common';
import { violatedConstraint } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult, RefusedError } from '../cli/command.js';
import { limitOption } from '../cli/options.js';
import { type Cell, pick, table } from '../cli/table.js';
import { accountName, getAccount } from './accounts.js';

const KINDS = ['person', 'agent', 'address'] as const;
const MAX_USERS = 1_000;

export const createUser = defineCommand({
  name: 'users create',
  changes: true,
  define: (command, run) =>
    command
      .summary('Create a user who can be the creator_user_id of a market')
      .description(
        'Creates a user who can be the creator_user_id of a market. Agents and addresses get their users automatically.',
      )
      .addOption(new Option('--id <uuid>', 'id of the user; random by default').argParser(uuid))
      .addOption(new Option('--account <name>', 'account that the user belongs to').argParser(accountName))
      .action(({ id = null, account }) => run((context) => create(context, { id, account }))),
});

async function create(
  { database }: OpsContext,
  { id, account }: { id: string | null; account: string | undefined },
): Promise<OpsResult> {
  const accountId = account === undefined ? null : (await getAccount(database, account)).id;
  try {
    const user = await database.queryOne<{ id: string }>(
      `INSERT INTO users (id, kind, account_id) VALUES (coalesce($1::uuid, gen_random_uuid()), 'person', $2)
       RETURNING id`,
      [id, accountId],
    );
    return { lines: [`created user ${user?.id}`], data: { id: user?.id, kind: 'person' } };
  } catch (error) {
    if (violatedConstraint(error) !== 'users_pkey') throw error;
    throw new RefusedError(`user ${id} exists already`);
  }
}

export const bindUser = defineCommand({
  name: 'users bind',
  changes: true,
  define: (command, run) =>
    command
      .summary('Give a user to an account')
      .description(
        'Gives a user to an account, whose keys then read the user and write records in its name. A user of kind ' +
          'person can be given to another account later. An agent stays with its account for good.',
      )
      .argument('<user-id>', 'id of the user', uuid)
      .addOption(new Option('--account <name>', 'the account').argParser(accountName).makeOptionMandatory())
      .action((userId, { account }) => run((context) => bind(context, userId, account))),
});

async function bind({ database }: OpsContext, userId: string, name: string): Promise<OpsResult> {
  const account = await getAccount(database, name);
  const bound = await database.queryOne(
    `UPDATE users SET account_id = $2, updated_at = now()
     WHERE id = $1 AND (kind = 'person' OR kind = 'agent' AND coalesce(account_id, $2) = $2) RETURNING id`,
    [userId, account.id],
  );
  if (bound !== null) return { lines: [`user ${userId} belongs to account ${name}`], data: { userId, account: name } };
  const user = await database.queryOne<{ kind: string }>('SELECT kind FROM users WHERE id = $1', [userId]);
  if (user === null) throw new RefusedError(`user ${userId} does not exist`);
  throw new RefusedError(
    user.kind === 'agent'
      ? `user ${userId} is an agent of another account, for good`
      : `user ${userId} is known from the chain only, and public`,
  );
}

const USER_FIELDS = ['id', 'kind', 'account', 'agent_id', 'wallet_address', 'created_at'] as const;

export const listUsers = defineCommand({
  name: 'users list',
  changes: false,
  define: (command, run) =>
    command
      .description('List users, newest first')
      .addOption(new Option('--kind <kind>', 'only users of this kind').choices(KINDS))
      .addOption(limitOption({ max: MAX_USERS }))
      .action((options) => run((context) => list(context, options))),
});

async function list({ database }: OpsContext, { kind, limit }: { kind?: string; limit: number }): Promise<OpsResult> {
  const users = await database.query<Record<(typeof USER_FIELDS)[number], Cell>>(
    `SELECT u.id, u.kind, a.name AS account, u.agent_id, u.wallet_address, u.created_at
     FROM users AS u LEFT JOIN accounts AS a ON a.id = u.account_id WHERE u.kind = $1 OR $1 IS NULL
     ORDER BY u.created_at DESC, u.id LIMIT $2`,
    [kind ?? null, limit],
  );
  const headings = ['ID', 'KIND', 'ACCOUNT', 'AGENT', 'WALLET', 'CREATED'];
  return { lines: table(headings, users.map(pick(...USER_FIELDS))), data: { users } };
}

function uuid(text: string): string {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError('It must be a UUID.');
}
