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
