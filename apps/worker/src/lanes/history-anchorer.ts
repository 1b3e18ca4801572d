import { Injectable } from '@nestjs/common';
import { IntervalLoop } from '@app/common';
import { anchorEvents } from '@app/engine';
import { errorFields, Logger, LoopService } from '@app/observability';
import { Database } from '@app/persistence';

const INTERVAL_MS = 60_000;

/** Anchors the event history every minute, and logs each anchor: log lines survive a rewritten database. */
@Injectable()
export class HistoryAnchorer extends LoopService {
  protected readonly loop = new IntervalLoop({
    intervalMs: INTERVAL_MS,
    work: () => this.anchor(),
    onError: (error) => this.log.warn({ event: 'events.anchor_failed', ...errorFields(error) }),
  });

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {
    super();
  }

  async anchor(): Promise<void> {
    const anchor = await anchorEvents(this.database);
    if (anchor === null) return;
    const { id, coversUntil, events, previousHash, hash } = anchor;
    const covered = { coversUntil: coversUntil.toISOString(), events: Number(events) };
    this.log.info({ event: 'events.anchored', anchorId: id, ...covered, previousHash, hash });
  }
}
