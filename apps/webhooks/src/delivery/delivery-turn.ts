import { backoffMs } from '@app/common';
import { AGENT_LOG_PREFIX, type EventsRepository, type WireEvent } from '@app/events';
import type { Logger, Metrics } from '@app/observability';
import type { Advance, ClaimedWebhook, DeliveriesRepository, Failure, PendingLog } from './deliveries.repository.js';
import { encodePayload } from './payload.js';
import type { Outcome, Sender } from './sender.js';
import type { Signer } from './signer.js';

const BACKOFF = { baseMs: 1_000, maxMs: 3_600_000 };
/** Time of failures after which a webhook is paused. */
const PAUSE_AFTER_MS = 3 * 86_400_000;
/** Logs of one webhook that are delivered at the same time. */
const MAX_LOGS = 4;
/** Time after which a turn ends between two events, so that other webhooks get theirs. */
const MAX_TURN_MS = 30_000;
const EVENTS_PER_READ = 50;

export interface DeliveryTurnDependencies {
  readonly deliveries: DeliveriesRepository;
  readonly events: EventsRepository;
  readonly sender: Sender;
  readonly signer: Signer;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Maximum time of one request. */
  readonly timeoutMs: number;
  /** Lifetime of a lease, longer than a request. */
  readonly leaseMs: number;
  /** Aborted when the process begins to shut down: no further request begins. */
  readonly closing: AbortSignal;
  /** Aborted when requests that are under way must end. */
  readonly stop: AbortSignal;
}

interface Delivery {
  readonly log: string;
  readonly event: WireEvent;
  readonly secrets: readonly Buffer[];
}

/**
 * Delivers the events of one webhook while its lease is held. Events of a log go out one after the other, and the next only
 * after the cursor of the one before is stored. The first failure ends the turn.
 */
export class DeliveryTurn {
  private readonly endsAtMs = performance.now() + MAX_TURN_MS;
  private leasedUntilMs: number;
  private isLeaseLost = false;
  private failure: Failure | null = null;
  private endedBy: number | null = null;
  /** Failures since the last delivery. */
  private failures: number;

  /** @param claimedAtMs time before the claim, by `performance.now()` */
  constructor(
    private readonly dependencies: DeliveryTurnDependencies,
    private readonly webhook: ClaimedWebhook,
    claimedAtMs: number,
  ) {
    this.leasedUntilMs = claimedAtMs + dependencies.leaseMs;
    this.failures = webhook.failures;
  }

  async run(): Promise<void> {
    const { deliveries } = this.dependencies;
    let isCaughtUp = false;
    while (!this.isOver() && !isCaughtUp) {
      const pending = await deliveries.listPending(this.webhook.id);
      if (pending.length === 0) isCaughtUp = true;
      else await this.deliverLogs(pending);
    }
    if (this.isLeaseLost) return;
    if (this.endedBy !== null) await this.end(this.endedBy);
    else if (this.failure !== null) await this.fail(this.failure);
    else await deliveries.release(this.webhook, { isCaughtUp });
  }

  private isOver(): boolean {
    const { closing } = this.dependencies;
    if (this.isLeaseLost || this.failure !== null || this.endedBy !== null || closing.aborted) return true;
    return performance.now() >= this.endsAtMs;
  }

  /** A failing webhook gets one request at a time. */
  private async deliverLogs(pending: readonly PendingLog[]): Promise<void> {
    const waiting = [...pending];
    const deliverNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined && !this.isOver(); next = waiting.shift()) {
        await this.deliverLog(next);
      }
    };
    const count = this.webhook.failures > 0 ? 1 : MAX_LOGS;
    await Promise.all(Array.from({ length: count }, deliverNext));
  }

  private async deliverLog({ log, after }: PendingLog): Promise<void> {
    const { deliveries, events } = this.dependencies;
    const { types } = this.webhook;
    const page = await events.readPage({ log, after, types, limit: EVENTS_PER_READ });
    const secrets = await deliveries.readSecrets(this.webhook.id); // a rotation may happen during a turn
    if (secrets === null) this.isLeaseLost = true;
    let position = after;
    for (const event of page.events) {
      if (this.isOver() || secrets === null || !(await this.deliver({ log, event, secrets }))) return;
      position = event.seq;
    }
    const { nextAfter: seq, headSeq, headHash } = page;
    if (position < seq) await this.advance({ log, seq, hash: seq === headSeq ? headHash : null, isDelivery: false });
  }

  /** @returns whether the event is delivered and the cursor behind it */
  private async deliver(delivery: Delivery): Promise<boolean> {
    const { metrics } = this.dependencies;
    if (!(await this.holdLease())) return false;
    const { log, event } = delivery;
    const outcome = await this.send(delivery);
    if (outcome.kind === 'aborted') return false;
    metrics.count('presage_webhook_deliveries_total', { outcome: outcome.kind });
    if (outcome.kind === 'ended') this.endedBy = outcome.responseStatus;
    if (outcome.kind === 'failed') this.failure = outcome;
    if (outcome.kind !== 'delivered') return false;
    metrics.observe('presage_webhook_delivery_seconds', {}, Math.max(0, Date.now() - Date.parse(event.at)) / 1_000);
    this.failures = 0;
    return this.advance({ log, seq: event.seq, hash: event.hash, isDelivery: true });
  }

  private async send({ log, event, secrets }: Delivery): Promise<Outcome> {
    const { signer, sender, stop } = this.dependencies;
    const { id: webhookId, url } = this.webhook;
    const body = encodePayload(event, log.slice(AGENT_LOG_PREFIX.length));
    const request = signer.sign({ webhookId, secrets, eventId: event.id, body }, new Date());
    if (request === null) return { kind: 'failed', reason: 'secret_unreadable', responseStatus: null };
    return sender.send(url, request, stop);
  }

  /** Renews the lease unless it outlasts a request: another process must not send while this one does. */
  private async holdLease(): Promise<boolean> {
    const { deliveries, timeoutMs, leaseMs } = this.dependencies;
    const nowMs = performance.now();
    if (nowMs + timeoutMs < this.leasedUntilMs) return true;
    return this.keepLease(nowMs, await deliveries.renew(this.webhook, leaseMs));
  }

  private async advance(position: Advance): Promise<boolean> {
    const { deliveries, leaseMs } = this.dependencies;
    const nowMs = performance.now();
    const result = await deliveries.advance(this.webhook, position, leaseMs);
    this.keepLease(nowMs, result !== 'lease_lost');
    return result === 'advanced';
  }

  private keepLease(fromMs: number, isHeld: boolean): boolean {
    if (isHeld) this.leasedUntilMs = Math.max(this.leasedUntilMs, fromMs + this.dependencies.leaseMs);
    else this.isLeaseLost = true;
    return isHeld;
  }

  private async fail(failure: Failure): Promise<void> {
    const { deliveries, log } = this.dependencies;
    const { failures } = this;
    const { id: webhookId } = this.webhook;
    const retryMs = backoffMs(failures, BACKOFF, Math.random);
    const status = await deliveries.fail(this.webhook, failure, { retryMs, pauseAfterMs: PAUSE_AFTER_MS });
    const fields = { webhookId, reason: failure.reason, responseStatus: failure.responseStatus };
    if (status === 'paused') log.warn({ event: 'webhook.paused', ...fields });
    else if (failures === 0) log.info({ event: 'webhook.failing', ...fields });
  }

  private async end(responseStatus: number): Promise<void> {
    await this.dependencies.deliveries.end(this.webhook, responseStatus);
    this.dependencies.log.info({ event: 'webhook.ended', webhookId: this.webhook.id });
  }
}
