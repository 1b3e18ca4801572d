import { Injectable } from '@nestjs/common';
import { Chain } from '@app/chain';
import { IntervalLoop } from '@app/common';
import { fillMissingReadbacks } from '@app/engine';
import { errorFields, Logger, LoopService } from '@app/observability';
import { Database } from '@app/persistence';

const POLL_INTERVAL_MS = 10_000;

/** Reads back executions that ended while the chain could not be read. */
@Injectable()
export class ReadbackFiller extends LoopService {
  protected readonly loop = new IntervalLoop({
    intervalMs: POLL_INTERVAL_MS,
    work: () => fillMissingReadbacks(this.database, this.chain),
    onError: (error) => this.log.warn({ event: 'readback.fill_interrupted', ...errorFields(error) }),
  });

  constructor(
    private readonly database: Database,
    private readonly chain: Chain,
    private readonly log: Logger,
  ) {
    super();
  }
}
