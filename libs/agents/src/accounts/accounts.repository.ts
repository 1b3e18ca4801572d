import { Inject, Injectable } from '@nestjs/common';
import { Database, selectColumns, type SqlSession } from '@app/persistence';
import { In } from 'typeorm';
import { type Account, AccountEntity } from './account.entity.js';

/** An account with the number of its agents, of its other users, and of its valid keys. */
export type AccountSummary = Account & { agents: number; users: number; keys: number };

const COLUMNS = selectColumns(AccountEntity, { table: 'accounts' });
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;

/** Whether a text can name an account: 1 to 80 ASCII letters, digits, `.`, `_` or `-`, the first a letter or digit. */
export function isAccountName(text: string): boolean {
  return NAME.test(text);
}

@Injectable()
export class AccountsRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /** Null when the name is taken. */
  create({ name, createdBy }: Pick<Account, 'name' | 'createdBy'>): Promise<Account | null> {
    return this.sql.queryOne<Account>(
      `INSERT INTO accounts (name, created_by) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING ${COLUMNS}`,
      [name, createdBy],
    );
  }

  findByName(name: string): Promise<Account | null> {
    return this.sql.repository(AccountEntity).findOneBy({ name });
  }

  /** Reads the columns that the API may read. */
  async findName(id: string): Promise<string | null> {
    return (await this.sql.queryOne<{ name: string }>('SELECT name FROM accounts WHERE id = $1', [id]))?.name ?? null;
  }

  async listNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const accounts = await this.sql.repository(AccountEntity).findBy({ id: In([...ids]) });
    return new Map(accounts.map(({ id, name }) => [id, name]));
  }

  /** Newest first. */
  list({ limit }: { limit: number }): Promise<AccountSummary[]> {
    return this.sql.query<AccountSummary>(
      `SELECT ${selectColumns(AccountEntity, { table: 'a' })},
         coalesce(owned.agents, 0) AS agents, coalesce(owned.users, 0) AS users, coalesce(held.keys, 0) AS keys
       FROM accounts AS a LEFT JOIN (
         SELECT account_id, count(*) FILTER (WHERE kind = 'agent')::int AS agents,
           count(*) FILTER (WHERE kind <> 'agent')::int AS users
         FROM users WHERE account_id IS NOT NULL GROUP BY account_id
       ) AS owned ON owned.account_id = a.id LEFT JOIN (
         SELECT account_id, count(*)::int AS keys FROM api_keys WHERE revoked_at IS NULL AND expires_at > now()
         GROUP BY account_id
       ) AS held ON held.account_id = a.id
       ORDER BY a.created_at DESC, a.id LIMIT $1`,
      [limit],
    );
  }
}
