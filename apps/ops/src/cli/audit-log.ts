import { randomUUID } from 'node:crypto';
import { AuditEntryEntity, type AuditOutcome, type Sql } from '@app/persistence';

/** A whole API key, as an operator may paste it to revoke it. */
const KEY = /(presage_[0-9a-f]{12}_)[\w-]{43}/g;

export interface AuditedRun {
  /** @param detail one line without upstream text */
  end(outcome: Exclude<AuditOutcome, 'begun'>, detail: string): Promise<void>;
}

/** Records a command before it changes anything. */
export async function beginAudit(
  { database, actor }: { database: Sql; actor: string },
  { command, arguments: words }: { command: string; arguments: readonly string[] },
): Promise<AuditedRun> {
  const runId = randomUUID();
  const masked = words.map((word) => word.replaceAll(KEY, '$1…'));
  const insert = async (outcome: AuditOutcome, detail: string): Promise<void> => {
    await database.repository(AuditEntryEntity).insert({ runId, actor, command, arguments: masked, outcome, detail });
  };
  await insert('begun', '');
  return { end: insert };
}

export type AuditEntry = Pick<AuditEntryEntity, 'at' | 'actor' | 'command' | 'arguments' | 'outcome' | 'detail'>;

/** Returns audited commands, newest first, each with its outcome: `begun` while it runs and after an interruption. */
export async function listAudit(sql: Sql, { limit }: { limit: number }): Promise<AuditEntry[]> {
  return sql.query<AuditEntry>(
    `SELECT begun.at, begun.actor, begun.command, begun.arguments, coalesce(ended.outcome, begun.outcome) AS outcome,
       coalesce(ended.detail, '') AS detail
     FROM audit_log AS begun LEFT JOIN audit_log AS ended ON ended.run_id = begun.run_id AND ended.outcome <> 'begun'
     WHERE begun.outcome = 'begun' ORDER BY begun.id DESC LIMIT $1`,
    [limit],
  );
}
