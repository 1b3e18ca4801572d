import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ChainHistory, ChainUnavailableError } from '@app/chain';
import type { IntervalLoop } from '@app/common';
import {
  acceptRestart,
  checkCluster,
  hasUnrecordedEffect,
  type Mark,
  reconcileExecutions,
  recordRestore,
  REORGANISATION_MARGIN_BLOCKS,
  StoppedLanes,
} from '@app/engine';
import { Logger, loggedLoop } from '@app/observability';
import { Database } from '@app/persistence';
import { JobQueue } from '@app/queue';

/** Injection token of RestoreSettings. */
export const RESTORE_SETTINGS = Symbol('RestoreSettings');

export interface RestoreSettings {
  /** Lifetime of an armed step. */
  deadlineMs: number;
  /** Block of the factory, before which no wallet has an effect. */
  startBlock: number;
}

const CHECK_INTERVAL_MS = 1_000;
/** Pause while lanes are served. The statements that serve them compare the server too. */
const SERVED_MS = 10_000;

/**
 * Stops lanes after a restore or failover of the database, and reconciles the records. The database shows a promotion, a
 * recovery and a restored dump by itself. Other copies differ from what this process, Redis or the chain remember.
 */
@Injectable()
export class RestoreDetector implements OnModuleInit, BeforeApplicationShutdown {
  private areLanesServed = true;
  /** Whether lanes wait for an operator, as logged. */
  private isHeld = false;
  /** Highest mark that this process has seen. */
  private known: Mark | null = null;
  private readonly loop: IntervalLoop;

  constructor(
    @Inject(RESTORE_SETTINGS) private readonly settings: RestoreSettings,
    private readonly database: Database,
    private readonly chain: ChainHistory,
    private readonly queue: JobQueue,
    private readonly log: Logger,
    stopped: StoppedLanes,
  ) {
    this.loop = loggedLoop({
      intervalMs: CHECK_INTERVAL_MS,
      idleMs: SERVED_MS,
      work: () => this.reconcile(),
      log,
      failed: { event: 'cluster.check_failed' },
      recovered: { event: 'cluster.check_recovered' },
    });
    stopped.onLoad = () => {
      if (this.areLanesServed) this.loop.wake();
    };
  }

  /** Checks before any lane is served: consumers start only after every module's init. */
  async onModuleInit(): Promise<void> {
    try {
      await this.reconcile();
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
    }
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.close();
  }

  private async reconcile(): Promise<'idle' | undefined> {
    if (await this.check()) return 'idle';
    const reconciled = await reconcileExecutions(this.database, this.settings.deadlineMs);
    if (reconciled?.waitsUntil !== null) return undefined;
    const { effects, restored, lost } = reconciled;
    this.log.info({ event: 'cluster.records_restored', effects, restored, lost });
    return undefined;
  }

  /** @returns whether lanes are served */
  private async check(): Promise<boolean> {
    const kept = await this.readMark();
    const witness = kept === null || (this.known !== null && this.known.mark > kept.mark) ? this.known : kept;
    const state = await checkCluster(this.database, witness);
    if (state.is === 'reconciling') {
      const { isHeld, lostFrom, lostUntil } = state;
      const detail = `no lane is served until ${isHeld ? 'npm run ops -- restored' : 'the records are reconciled'}`;
      const lost = { lostFrom: lostFrom.toISOString(), lostUntil: lostUntil?.toISOString() ?? null };
      // The chain may show only later that an operator has to act.
      if (this.areLanesServed || (isHeld && !this.isHeld)) {
        this.log.error({ event: 'cluster.changed', detail, ...lost });
      }
      [this.areLanesServed, this.isHeld] = [false, isHeld];
      return false;
    }
    if (state.is === 'restarted') {
      if (await this.lacksEffects(state.markedBlock)) await recordRestore(this.database, witness, true);
      else await acceptRestart(this.database, state.mark);
      return this.check();
    }
    if (!this.areLanesServed) this.log.info({ event: 'cluster.reconciled' });
    [this.areLanesServed, this.isHeld] = [true, false];
    if (state.mark.mark > (kept?.mark ?? 0)) await this.keepMark(state.mark);
    this.known = state.mark;
    return true;
  }

  /** Whether the chain has effects of wallets without a record. Reads the chain, because the index may be behind it. */
  private async lacksEffects(markedBlock: number | null): Promise<boolean> {
    const fromBlock = Math.max(this.settings.startBlock, (markedBlock ?? 0) - REORGANISATION_MARGIN_BLOCKS);
    const { blockNumber: toBlock } = await this.chain.head();
    for await (const effects of this.chain.effects({ fromBlock, toBlock })) {
      if (await hasUnrecordedEffect(this.database, effects)) return true;
    }
    return false;
  }

  /** The mark in Redis. It is read before the database, which therefore has it unless it is a restored one. */
  private async readMark(): Promise<Mark | null> {
    const text = await this.queue.readNote().catch(() => null); // the queue logs its failures
    const [, mark, markedAtMs] = /^(\d+) (\d+)$/.exec(text ?? '') ?? [];
    return mark === undefined ? null : { mark: Number(mark), markedAtMs: Number(markedAtMs) };
  }

  private async keepMark({ mark, markedAtMs }: Mark): Promise<void> {
    await this.queue.writeNote(`${mark} ${markedAtMs}`).catch(() => undefined);
  }
}
