import { randomUUID } from 'node:crypto';
import { API_KEY } from '@app/common';
import { AuditEntryEntity, type AuditOutcome, type SqlSession } from '@app/persistence';

export interface AuditedRun {
  /** @param detail one line without upstream text */
  end(outcome: Exclude<AuditOutcome, 'begun'>, detail: string): Promise<void>;
}

/** Records a command before it changes anything. */
export async function beginAudit(
  { database, actor }: { database: SqlSession; actor: string },
  { command, arguments: words }: { command: string; arguments: readonly string[] },
): Promise<AuditedRun> {
  const runId = randomUUID();
  // An operator may paste a whole key to revoke it.
  const masked = words.map((word) => word.replaceAll(API_KEY, 'presage_$1_…'));
  const insert = async (outcome: AuditOutcome, detail: string): Promise<void> => {
    await database.repository(AuditEntryEntity).insert({ runId, actor, command, arguments: masked, outcome, detail });
  };
  await insert('begun', '');
  return { end: insert };
}
