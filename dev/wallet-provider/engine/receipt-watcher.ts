import { JsonRpcError, JsonRpcUnavailableError } from '@app/common';
import type { Receipt } from '../chain/chain.js';
import type { SignedAttempt, TransactionRecord } from '../domain/transaction.js';
import type { EngineContext } from './engine-context.js';

const POLL_INTERVAL_MS = 20;
const OUTAGE_POLL_INTERVAL_MS = 250;
/** Time without a receipt after which a transaction counts as stalled. */
const STALLED_AFTER_MS = 1_000;

interface Watched {
  readonly record: TransactionRecord;
  readonly attempt: SignedAttempt;
  readonly sinceMs: number;
}

export interface WatcherEvents {
  mined(record: TransactionRecord, attempt: SignedAttempt, receipt: Receipt): void;
  /** Called every second with the transactions that have no receipt after a second. */
  stalled(records: readonly TransactionRecord[]): Promise<void>;
}

/** Polls for receipts while a transaction is in flight. */
export class ReceiptWatcher {
  private readonly byHash = new Map<string, Watched>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private lastBlock: number | undefined;
  private stallCheckMs = 0;

  constructor(
    private readonly context: EngineContext,
    private readonly events: WatcherEvents,
  ) {}

  /** Starts to poll for a transaction. Called before its broadcast, so that no receipt is missed. */
  watch(record: TransactionRecord): void {
    const sinceMs = this.context.clock.nowMs();
    for (const attempt of record.attempts) {
      if (!this.byHash.has(attempt.hash)) this.byHash.set(attempt.hash, { record, attempt, sinceMs });
    }
    if (this.timer === undefined && this.running === undefined) this.schedule(POLL_INTERVAL_MS);
  }

  forget(record: TransactionRecord): void {
    for (const { hash } of record.attempts) this.byHash.delete(hash);
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
    clearTimeout(this.timer);
  }

  private schedule(ms: number): void {
    if (this.context.closing.aborted) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.running = this.tick().then((nextMs) => {
        this.running = undefined;
        if (this.byHash.size > 0) this.schedule(nextMs);
        else this.lastBlock = undefined;
      });
    }, ms);
  }

  private async tick(): Promise<number> {
    try {
      await this.poll();
      await this.checkStalled();
      return POLL_INTERVAL_MS;
    } catch (error) {
      // After an outage the chain may have another history.
      this.lastBlock = undefined;
      const expected = error instanceof JsonRpcUnavailableError || error instanceof JsonRpcError;
      this.context.log[expected ? 'warn' : 'error']({ event: 'watcher.failed', err: error });
      return OUTAGE_POLL_INTERVAL_MS;
    }
  }

  private async poll(): Promise<void> {
    const head = await this.context.chain.blockNumber();
    if (this.lastBlock === head) return;
    await this.check([...this.byHash.keys()]);
    this.lastBlock = head;
  }

  private async check(hashes: readonly string[]): Promise<void> {
    await Promise.all(
      hashes.map(async (hash) => {
        const receipt = await this.context.chain.receipt(hash);
        const watched = this.byHash.get(hash);
        if (receipt === null || watched === undefined) return;
        this.forget(watched.record);
        this.events.mined(watched.record, watched.attempt, receipt);
      }),
    );
  }

  private async checkStalled(): Promise<void> {
    const nowMs = this.context.clock.nowMs();
    if (nowMs - this.stallCheckMs < STALLED_AFTER_MS) return;
    this.stallCheckMs = nowMs;
    const old = () => [...this.byHash.values()].filter(({ sinceMs }) => nowMs - sinceMs >= STALLED_AFTER_MS);
    await this.check(old().map(({ attempt }) => attempt.hash));
    const records = new Set(old().map(({ record }) => record));
    if (records.size > 0) await this.events.stalled([...records]);
  }
}
