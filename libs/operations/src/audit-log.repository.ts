import { Inject, Injectable } from '@nestjs/common';
import { MAX_PAGE_LIMIT, type Page, type PageRequest, toPage } from '@app/common';
import { type AuditEntryEntity, Database, type SqlSession } from '@app/persistence';

export type AuditEntry = Pick<
  AuditEntryEntity,
  'id' | 'at' | 'actor' | 'command' | 'arguments' | 'outcome' | 'detail'
> & {
  /** Null while the command runs, and after an interruption. */
  endedAt: Date | null;
};

/** Greater than every id. */
const LAST_ID = '9223372036854775807';

@Injectable()
export class AuditLogRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /** Returns operators' commands, newest first, each with its outcome: `begun` while it runs and after an interruption. */
  async list({ limit, after }: PageRequest): Promise<Page<AuditEntry>> {
    const rows = await this.sql.query<AuditEntry>(
      `SELECT begun.id, begun.at, begun.actor, begun.command, begun.arguments, ended.at AS "endedAt",
         coalesce(ended.outcome, begun.outcome) AS outcome, coalesce(ended.detail, '') AS detail
       FROM audit_log AS begun LEFT JOIN audit_log AS ended ON ended.run_id = begun.run_id AND ended.outcome <> 'begun'
       WHERE begun.outcome = 'begun' AND begun.id < $1::bigint
       ORDER BY begun.id DESC LIMIT ${Math.max(limit, MAX_PAGE_LIMIT) + 1}`,
      [after?.id ?? LAST_ID],
    );
    return toPage(rows, limit, ({ at, id }) => ({ at, id }));
  }
}
