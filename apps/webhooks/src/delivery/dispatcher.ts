import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { IntervalLoop } from '@app/common';
import { WEBHOOKS_PENDING } from '@app/events';
import { errorFields, loggedLoop } from '@app/observability';
import type { Notifications } from '@app/persistence';
import type { ClaimedTest, DueReason } from './deliveries.repository.js';
import { DeliveryTurn, type DeliveryTurnDependencies } from './delivery-turn.js';
import { createTestEvent, encodePayload } from './payload.js';
import type { Outcome } from './sender.js';

const POLL_INTERVAL_MS = 200;
/** Pause without events to deliver and tests. A notification ends it. */
const IDLE_MS = 5_000;
/** Webhooks that one process delivers at the same time. Failing ones have separate places. */
const MAX_TURNS = 100;
const MAX_FAILING_TURNS = 50;
const MAX_TESTS = 20;
/** Time after SIGTERM at which requests that are under way are ended. They are repeated by another process. */
const ABORT_AFTER_MS = 5_000;
/** Lifetime of a lease in maximum durations of a request. */
const LEASE_FACTOR = 2;

export type DispatcherDependencies = Omit<DeliveryTurnDependencies, 'leaseMs' | 'closing' | 'stop'> & {
  readonly notifications: Notifications;
};

/** Leases webhooks that are due, and delivers their events. */
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly closing = new AbortController();
  private readonly stop = new AbortController();
  private readonly turns = new Set<Promise<void>>();
  private readonly failing = new Set<Promise<void>>();
  private readonly tests = new Set<Promise<void>>();
  private readonly turnDependencies: DeliveryTurnDependencies;
  private readonly loop: IntervalLoop;
  private unsubscribe: (() => void) | undefined;
  private isIdle = true;

  constructor(private readonly dependencies: DispatcherDependencies) {
    const leaseMs = dependencies.timeoutMs * LEASE_FACTOR;
    this.turnDependencies = { ...dependencies, leaseMs, closing: this.closing.signal, stop: this.stop.signal };
    this.loop = loggedLoop({
      intervalMs: POLL_INTERVAL_MS,
      idleMs: IDLE_MS,
      work: () => this.poll(),
      log: dependencies.log,
      failed: { event: 'webhooks.poll_failed' },
      recovered: { event: 'webhooks.poll_recovered' },
    });
  }

  onApplicationBootstrap(): void {
    this.unsubscribe = this.dependencies.notifications.subscribe(WEBHOOKS_PENDING, () => this.wake());
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    this.unsubscribe?.();
    const timer = setTimeout(() => this.stop.abort(), ABORT_AFTER_MS);
    await this.loop.close();
    await Promise.all([...this.turns, ...this.failing, ...this.tests]);
    clearTimeout(timer);
  }

  /** Other polls are soon. */
  private wake(): void {
    if (this.isIdle) this.loop.wake();
  }

  private async poll(): Promise<'idle' | undefined> {
    this.isIdle = true; // a notification during the read counts
    if (await this.dependencies.deliveries.isIdle()) return 'idle';
    this.isIdle = false;
    await this.claim('pending events', this.turns, MAX_TURNS);
    await this.claim('backoff', this.failing, MAX_FAILING_TURNS);
    await this.claimTests();
    return undefined;
  }

  private async claim(reason: DueReason, running: Set<Promise<void>>, max: number): Promise<void> {
    const free = max - running.size;
    if (free <= 0 || this.closing.signal.aborted) return;
    const claimedAtMs = performance.now();
    const claimed = await this.dependencies.deliveries.claim(reason, free, this.turnDependencies.leaseMs);
    for (const webhook of claimed) {
      this.track(running, new DeliveryTurn(this.turnDependencies, webhook, claimedAtMs).run());
    }
  }

  private async claimTests(): Promise<void> {
    const free = MAX_TESTS - this.tests.size;
    if (free <= 0 || this.closing.signal.aborted) return;
    for (const test of await this.dependencies.deliveries.claimTests(free, this.turnDependencies.leaseMs)) {
      this.track(this.tests, this.test(test));
    }
  }

  /** The lease of a turn that fails unexpectedly passes to another process when it ends. */
  private track(running: Set<Promise<void>>, work: Promise<void>): void {
    const settled = work.catch((error: unknown) => {
      this.dependencies.log.warn({ event: 'webhooks.turn_failed', ...errorFields(error) });
    });
    running.add(settled);
    void settled.finally(() => running.delete(settled));
  }

  private async test(test: ClaimedTest): Promise<void> {
    const outcome = await this.sendTest(test);
    if (outcome.kind === 'aborted') return;
    const failure =
      outcome.kind === 'delivered' ? null : outcome.kind === 'failed' ? outcome.reason : 'response_status';
    await this.dependencies.deliveries.endTest(test, failure, outcome.responseStatus);
  }

  private async sendTest(test: ClaimedTest): Promise<Outcome> {
    const { signer, sender } = this.dependencies;
    const { webhookId, secrets, eventId, url } = test;
    const body = encodePayload(createTestEvent(test), null);
    const request = signer.sign({ webhookId, secrets, eventId, body }, new Date());
    if (request === null) return { kind: 'failed', reason: 'secret_unreadable', responseStatus: null };
    return sender.send(url, request, this.stop.signal);
  }
}
