import { Injectable } from '@nestjs/common';
import { IntervalLoop } from '@app/common';
import { anchorLogs } from '@app/events';
import { errorFields, Logger, LoopService } from '@app/observability';
import { Database } from '@app/persistence';

const INTERVAL_MS = 60_000;

/** Anchors the event logs every minute, and logs each anchor: log lines survive a rewritten database. */
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
    const anchor = await anchorLogs(this.database);
    if (anchor === null) return;
    const { id: anchorId, ...anchored } = anchor;
    this.log.info({ event: 'events.anchored', anchorId, ...anchored });
  }
}
