import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { isUuid } from '@app/common';
import { violatedConstraint } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult, RefusedError } from '../cli/command.js';
import { limitOption } from '../cli/options.js';
import { table } from '../cli/table.js';

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
      .action(({ id = null }) => run((context) => create(context, id))),
});

async function create({ database }: OpsContext, id: string | null): Promise<OpsResult> {
  try {
    const user = await database.queryOne<{ id: string }>(
      `INSERT INTO users (id, kind) VALUES (coalesce($1::uuid, gen_random_uuid()), 'person') RETURNING id`,
      [id],
    );
    return { lines: [`created user ${user?.id}`], data: { id: user?.id, kind: 'person' } };
  } catch (error) {
    if (violatedConstraint(error) !== 'users_pkey') throw error;
    throw new RefusedError(`user ${id} exists already`);
  }
}

type UserRow = {
  id: string;
  kind: string;
  agent_id: string | null;
  wallet_address: string | null;
  created_at: Date;
};

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
  const users = await database.query<UserRow>(
    `SELECT id, kind, agent_id, wallet_address, created_at FROM users WHERE kind = $1 OR $1 IS NULL
     ORDER BY created_at DESC, id LIMIT $2`,
    [kind ?? null, limit],
  );
  const rows = users.map((user) => [user.id, user.kind, user.agent_id, user.wallet_address, user.created_at]);
  return { lines: table(['ID', 'KIND', 'AGENT', 'WALLET', 'CREATED'], rows), data: { users } };
}

function uuid(text: string): string {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError('It must be a UUID.');
}
