import { Webhook } from 'standardwebhooks';
import { at, parseJson } from '../json.js';

/** A request that the receiver of a webhook got. */
export interface Arrival {
  readonly path: string;
  /** Header `webhook-id`. */
  readonly id: string;
  /** Header `webhook-timestamp`. */
  readonly timestampS: number;
  /** Header `webhook-signature`. */
  readonly signatures: string;
  readonly body: string;
}

export interface Subscription {
  /** Path of the webhook's URL, one for each webhook. */
  readonly path: string;
  readonly secret: string;
  /** Types of the delivered events; null for all. */
  readonly types: readonly string[] | null;
}

/** An event of an agent's log that existed when all deliveries should have been made. */
export interface ExpectedEvent {
  readonly log: string;
  readonly seq: number;
  readonly id: string;
  readonly type: string;
}

export interface DeliveriesReport {
  /** Events that the webhooks had to deliver. */
  readonly events: number;
  readonly deliveries: number;
  /** Deliveries of the event before, under its id. */
  readonly repeated: number;
  /** Events that were not delivered. */
  readonly lost: readonly string[];
  /** Reordered events, events under another id, and wrong signatures. */
  readonly faults: readonly string[];
}

/** Compares what a receiver got with the logs. Deliveries of later events of these logs are ignored. */
export function checkDeliveries(
  arrivals: readonly Arrival[],
  subscriptions: readonly Subscription[],
  events: readonly ExpectedEvent[],
): DeliveriesReport {
  const checks = subscriptions.map((one) => {
    const check = new DeliveriesCheck(one, events);
    for (const arrival of arrivals) if (arrival.path === one.path) check.checkArrival(arrival);
    return check;
  });
  const paths = new Set(subscriptions.map(({ path }) => path));
  const foreign = arrivals.filter(({ path }) => !paths.has(path)).map(({ id, path }) => `${path}: ${id} is unexpected`);
  return {
    events: sum(checks.map((one) => one.expected)),
    deliveries: arrivals.length,
    repeated: sum(checks.map((one) => one.repeated)),
    lost: checks.flatMap((one) => one.listLost()),
    faults: [...checks.flatMap((one) => one.faults), ...foreign],
  };
}

interface ExpectedLog {
  /** Events that the webhook delivers, in their order. */
  readonly wanted: ExpectedEvent[];
  readonly delivered: Set<ExpectedEvent>;
  /** Index of the latest delivered event. */
  position: number;
  headSeq: number;
}

/** Follows the deliveries of one webhook. */
class DeliveriesCheck {
  repeated = 0;
  readonly faults: string[] = [];
  private readonly logs = new Map<string, ExpectedLog>();
  private readonly signer: Webhook;

  constructor(
    private readonly subscription: Subscription,
    events: readonly ExpectedEvent[],
  ) {
    this.signer = new Webhook(subscription.secret);
    for (const event of events.toSorted((one, other) => one.seq - other.seq)) this.expect(event);
  }

  get expected(): number {
    return sum([...this.logs.values()].map(({ wanted }) => wanted.length));
  }

  checkArrival(arrival: Arrival): void {
    const { id, body } = arrival;
    if (!this.isSigned(arrival)) this.report(`${id} has no valid signature`);
    const payload = parseJson(body);
    const [log, seq] = [`agent:${String(at(payload, 'agent_id'))}`, Number(at(payload, 'data', 'seq'))];
    const expected = this.logs.get(log);
    if (expected === undefined) return this.report(`${log} ${seq} is unexpected`);
    if (seq > expected.headSeq) return;
    const event = expected.wanted.find((one) => one.seq === seq);
    if (event === undefined) return this.report(`${log} ${seq} is unexpected`);
    if (id !== event.id || at(payload, 'data', 'id') !== event.id) this.report(`${log} ${seq} came as ${id}`);
    this.follow(expected, event);
  }

  listLost(): string[] {
    const lost = [...this.logs.values()].flatMap(({ wanted, delivered }) =>
      wanted.filter((one) => !delivered.has(one)),
    );
    return lost.map(({ log, seq }) => `${this.subscription.path}: ${log} ${seq} was not delivered`);
  }

  /** An event is repeated before the next one is sent, never after it. */
  private follow(expected: ExpectedLog, event: ExpectedEvent): void {
    const { wanted, delivered, position } = expected;
    const index = wanted.indexOf(event);
    if (index === position) this.repeated += 1;
    else if (index !== position + 1) this.report(`${event.log} ${event.seq} came after ${wanted[position]?.seq ?? 0}`);
    delivered.add(event);
    expected.position = Math.max(position, index);
  }

  private expect(event: ExpectedEvent): void {
    const { types } = this.subscription;
    const log = this.logs.get(event.log) ?? { wanted: [], delivered: new Set(), position: -1, headSeq: 0 };
    this.logs.set(event.log, log);
    log.headSeq = event.seq;
    if (types === null || types.includes(event.type)) log.wanted.push(event);
  }

  /** `verify` of the library would refuse a delivery that is older than five minutes. */
  private isSigned({ id, timestampS, signatures, body }: Arrival): boolean {
    return signatures.split(' ').includes(this.signer.sign(id, new Date(timestampS * 1_000), body));
  }

  private report(fault: string): void {
    this.faults.push(`${this.subscription.path}: ${fault}`);
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
