import { randomUUID } from 'node:crypto';
import type { Sql } from '@app/persistence';

/** An API key, which somebody may have pasted whole to have it revoked. */
const KEY = /(presage_[0-9a-f]{12}_)[\w-]{43}/g;

export type AuditOutcome = 'begun' | 'done' | 'refused' | 'failed';

export interface AuditedRun {
  /** @param detail one line of our own words, never what came from upstream */
  end(outcome: Exclude<AuditOutcome, 'begun'>, detail: string): Promise<void>;
}

/** Puts on record that somebody is about to change something, before it is changed. */
export async function beginAudit(
  { database, actor }: { database: Sql; actor: string },
  { command, arguments: words }: { command: string; arguments: readonly string[] },
): Promise<AuditedRun> {
  const runId = randomUUID();
  const shown = words.map((word) => word.replaceAll(KEY, '$1…'));
  const write = async (outcome: AuditOutcome, detail: string): Promise<void> => {
    await database.query(
      'INSERT INTO audit_log (run_id, actor, command, arguments, outcome, detail) VALUES ($1, $2, $3, $4, $5, $6)',
      [runId, actor, command, shown, outcome, detail],
    );
  };
  await write('begun', '');
  return { end: write };
}

/** A type rather than an interface, so that it fits what the driver calls a row. */
export type AuditEntry = {
  at: Date;
  actor: string;
  command: string;
  arguments: string[];
  /** `begun`: it is under way, or was cut off. */
  outcome: AuditOutcome;
  detail: string;
};

/** Runs, newest first, each with its end if it has one. */
export async function listAudit(sql: Sql, { limit }: { limit: number }): Promise<AuditEntry[]> {
  return sql.query<AuditEntry>(
    `SELECT begun.at, begun.actor, begun.command, begun.arguments, coalesce(ended.outcome, begun.outcome) AS outcome,
       coalesce(ended.detail, '') AS detail
     FROM audit_log AS begun LEFT JOIN audit_log AS ended ON ended.run_id = begun.run_id AND ended.outcome <> 'begun'
     WHERE begun.outcome = 'begun' ORDER BY begun.id DESC LIMIT $1`,
    [limit],
  );
}
