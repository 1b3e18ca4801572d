import { isUuid } from '@app/common';
import { violatedConstraint } from '@app/persistence';
import { type Command, RefusedError, UsageError } from '../cli/command.js';
import { table } from '../cli/table.js';

const KINDS = ['person', 'agent', 'address'] as const;
const MOST = 1_000;

/** People who create market records; agents and addresses get their users by themselves. */
export const createUser: Command = {
  name: 'users create',
  arguments: [],
  summary: 'makes a user who may stand as creator_user_id of a market',
  options: { id: { form: 'text', value: 'UUID', doc: 'the id that it is to have; a new one otherwise' } },
  changes: true,
  run: async ({ database }, input) => {
    const id = input.text('id') ?? null;
    if (id !== null && !isUuid(id)) throw new UsageError('--id must be a UUID');
    try {
      const user = await database.queryOne<{ id: string }>(
        `INSERT INTO users (id, kind) VALUES (coalesce($1::uuid, gen_random_uuid()), 'person') RETURNING id`,
        [id],
      );
      return { lines: [`user ${user?.id} was made`], data: { id: user?.id, kind: 'person' } };
    } catch (error) {
      if (violatedConstraint(error) !== 'users_pkey') throw error;
      throw new RefusedError(`there is a user ${id} already`);
    }
  },
};

type UserRow = {
  id: string;
  kind: string;
  agent_id: string | null;
  wallet_address: string | null;
  created_at: Date;
};

export const listUsers: Command = {
  name: 'users list',
  arguments: [],
  summary: 'lists users, newest first',
  options: {
    kind: { form: 'text', value: 'KIND', doc: `only ${KINDS.join(', ')}` },
    limit: { form: 'text', value: 'N', doc: `at most so many, 50 unless told otherwise, ${MOST} at the most` },
  },
  changes: false,
  run: async ({ database }, input) => {
    const users = await database.query<UserRow>(
      `SELECT id, kind, agent_id, wallet_address, created_at FROM users WHERE kind = $1 OR $1 IS NULL
       ORDER BY created_at DESC, id LIMIT $2`,
      [input.oneOf('kind', KINDS) ?? null, input.integer('limit', { fallback: 50, max: MOST })],
    );
    const rows = users.map((user) => [user.id, user.kind, user.agent_id, user.wallet_address, user.created_at]);
    return { lines: table(['ID', 'KIND', 'AGENT', 'WALLET', 'CREATED'], rows), data: { users } };
  },
};
