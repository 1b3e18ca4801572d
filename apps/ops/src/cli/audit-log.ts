import { randomUUID } from 'node:crypto';
import type { Sql } from '@app/persistence';

/** A whole API key, as an operator may paste it to revoke it. */
const KEY = /(presage_[0-9a-f]{12}_)[\w-]{43}/g;

export type AuditOutcome = 'begun' | 'done' | 'refused' | 'failed';

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
    await database.query(
      'INSERT INTO audit_log (run_id, actor, command, arguments, outcome, detail) VALUES ($1, $2, $3, $4, $5, $6)',
      [runId, actor, command, masked, outcome, detail],
    );
  };
  await insert('begun', '');
  return { end: insert };
}

/** A type, not an interface: an interface does not fit the row constraint of `Sql.query`. */
export type AuditEntry = {
  at: Date;
  actor: string;
  command: string;
  arguments: string[];
  /** `begun` while the command runs, and after an interruption. */
  outcome: AuditOutcome;
  detail: string;
};

/** Returns audited commands, newest first, each with its outcome. */
export async function listAudit(sql: Sql, { limit }: { limit: number }): Promise<AuditEntry[]> {
  return sql.query<AuditEntry>(
    `SELECT begun.at, begun.actor, begun.command, begun.arguments, coalesce(ended.outcome, begun.outcome) AS outcome,
       coalesce(ended.detail, '') AS detail
     FROM audit_log AS begun LEFT JOIN audit_log AS ended ON ended.run_id = begun.run_id AND ended.outcome <> 'begun'
     WHERE begun.outcome = 'begun' ORDER BY begun.id DESC LIMIT $1`,
    [limit],
  );
}
