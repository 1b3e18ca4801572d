import { anchorEvents } from '@app/engine';
import type { Logger } from '@app/observability';
import type { Sql } from '@app/persistence';

/** Anchors the event history, and logs the anchor: log lines survive a rewritten database. */
export async function anchorHistory(sql: Sql, log: Logger): Promise<void> {
  const anchor = await anchorEvents(sql);
  if (anchor === null) return;
  const { id, coversUntil, events, previousHash, hash } = anchor;
  const covered = { coversUntil: coversUntil.toISOString(), events: Number(events) };
  log.info({ event: 'events.anchored', anchorId: id, ...covered, previousHash, hash });
}
