import { randomUUID } from 'node:crypto';
import { Notifications } from '@app/persistence';
import { eventually } from '../../../test/support/eventually.js';
import { loseEvents } from '../../../test/support/lose-events.js';
import { openDatabase, type OpenDatabase } from '../../../test/support/open-database.js';
import { EventsRepository, type LogHead } from './events.repository.js';
import { EventsService } from './events.service.js';
import { LogTail } from './log-tail.js';
import type { WireEvent } from './wire-event.js';

const WAIT_MS = 60_000;
const EMPTY = { seq: 0, hash: null };

describe('following logs', () => {
  let open: OpenDatabase;
  let notifications: Notifications;
  let tail: LogTail;
  let service: EventsService;
  let errors: unknown[];
  let ends: number;
  const end = (): void => void (ends += 1);

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  beforeEach(() => {
    errors = [];
    ends = 0;
    // Never started, so that every notification is lost.
    notifications = new Notifications({
      databaseUrl: open.url,
      applicationName: 'test',
      onDisconnect: () => undefined,
    });
    const events = new EventsRepository(open.database);
    const onError = (error: unknown): number => errors.push(error);
    tail = new LogTail({ events, notifications, wakeKeys: [], onError, onDelivery: () => undefined });
    service = new EventsService(events, tail, notifications);
  });
  afterEach(() => tail.close());

  async function append(agentId: string, action = 'buy_yes'): Promise<void> {
    await open.database.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
       VALUES ($1, $2, $3, 'preview', '0x', 'm', 'h')`,
      [`agent_intent_${randomUUID()}`, agentId, action],
    );
  }

  it('a lost notification costs a poll and no event', async () => {
    const range = { log: 'agent:agent_waiting', after: 0, types: null, limit: 10 };
    const page = service.read(range, WAIT_MS);
    await append('agent_waiting');
    expect((await page).events.map(({ seq }) => seq)).toEqual([1]);
    expect(errors).toEqual([]);
  });

  it('a wait for types passes over other events', async () => {
    const range = { log: 'agent:agent_choosy', after: 0, types: ['intent.cancelled'], limit: 10 };
    const page = service.read(range, WAIT_MS);
    await append('agent_choosy');
    await append('agent_choosy');
    await open.database.query(`UPDATE agent_intents SET status = 'cancelled' WHERE agent_id = 'agent_choosy'`);
    const { events, nextAfter } = await page;
    expect(events[0]).toMatchObject({ seq: 3, type: 'intent.cancelled' });
    expect(nextAfter).toBeGreaterThanOrEqual(3);
  });

  it('a wait ends after its time, and at once when the process shuts down', async () => {
    const range = { log: 'agent:agent_idle', after: 0, types: null, limit: 10 };
    expect(await service.read(range, 30)).toMatchObject({ events: [], nextAfter: 0, headSeq: 0 });
    const page = service.read(range, WAIT_MS);
    notifications.cancelWaits();
    expect((await page).events).toEqual([]);
    expect((await service.read(range, WAIT_MS)).events).toEqual([]);
  });

  it('refuses a position beyond the head', async () => {
    const range = { log: 'agent:agent_ahead', after: 1, types: null, limit: 10 };
    await expect(service.read(range)).rejects.toMatchObject({ code: 'invalid_query' });
  });

  it('delivers each event once and in order to all followers, whenever they join', async () => {
    const repository = new EventsRepository(open.database);
    const log = 'agent:agent_busy';
    const seen: number[][] = [];
    let writing = true;
    const writes = (async () => {
      for (let count = 0; count < 300; count += 1) await append('agent_busy');
      writing = false;
    })();
    async function follow(): Promise<void> {
      const own: number[] = [];
      seen.push(own);
      let position = 0;
      const take = (events: readonly WireEvent[]): void => {
        for (const { seq } of events.filter((event) => event.seq > position)) {
          own.push(seq);
          position = seq;
        }
      };
      for (;;) {
        const page = await repository.readPage({ log, after: position, types: null, limit: 50 });
        take(page.events);
        const head = { log, seq: position, hash: page.headHash };
        if (page.nextAfter >= page.headSeq && tail.join(head, { deliver: take, end }) !== null) return;
      }
    }
    while (writing) await follow();
    await writes;
    await eventually(
      () => Promise.resolve(seen.map((own) => own.length)),
      (lengths) => lengths.every((length) => length === 300),
    );
    const all = Array.from({ length: 300 }, (_, index) => index + 1);
    for (const own of seen) expect(own).toEqual(all);
    expect(errors).toEqual([]);
  });

  it('reads a log once for all of its followers', async () => {
    const repository = new EventsRepository(open.database);
    const reads: string[][] = [];
    const readAfter = repository.readAfter.bind(repository);
    repository.readAfter = (positions, limit) => {
      reads.push(positions.map(({ log }) => log));
      return readAfter(positions, limit);
    };
    const onError = (error: unknown): number => errors.push(error);
    const shared = new LogTail({
      ...{ events: repository, notifications, wakeKeys: [], onError, onDelivery: () => undefined },
    });
    const log = 'agent:agent_shared';
    const seen = Array.from({ length: 50 }, () => [] as number[]);
    for (const own of seen) {
      shared.join({ log, ...EMPTY }, { deliver: (events) => own.push(...events.map(({ seq }) => seq)), end });
    }
    await append('agent_shared');
    await eventually(
      () => Promise.resolve(seen.filter((own) => own.length === 1).length),
      (count) => count === 50,
    );
    shared.close();
    expect(reads).toEqual([[log]]);
    expect(errors).toEqual([]);
  });

  it('tells how long the database could not be read, and goes on afterwards', async () => {
    const delivered: number[] = [];
    const deliver = (events: readonly WireEvent[]): number => delivered.push(...events.map(({ seq }) => seq));
    expect(tail.pollAgeMs).toBe(0);
    const leave = tail.join({ log: 'agent:agent_patient', ...EMPTY }, { deliver, end });
    await open.database.query('ALTER TABLE logged_events RENAME TO hidden_events');
    await open.database.query('ALTER TABLE event_logs RENAME TO hidden_logs');
    await eventually(
      () => Promise.resolve(errors.length),
      (count) => count > 1,
    );
    const ageMs = tail.pollAgeMs;
    leave?.();
    expect(tail.pollAgeMs).toBeGreaterThanOrEqual(ageMs); // neither a client that leaves nor one that returns hides it
    tail.join({ log: 'agent:agent_patient', ...EMPTY }, { deliver, end });
    expect(tail.pollAgeMs).toBeGreaterThanOrEqual(ageMs);
    await open.database.query('ALTER TABLE hidden_events RENAME TO logged_events');
    await open.database.query('ALTER TABLE hidden_logs RENAME TO event_logs');
    await append('agent_patient');
    await eventually(
      () => Promise.resolve([...delivered]),
      (seqs) => seqs.length > 0,
    );
    expect(delivered).toEqual([1]);
    await eventually(
      () => Promise.resolve(tail.pollAgeMs),
      (now) => now < ageMs,
    );
  });

  describe('of which a failover has lost events', () => {
    let agentId: string;
    let delivered: string[];
    const log = (): string => `agent:${agentId}`;
    const readHead = async (): Promise<LogHead> => {
      const { headSeq: seq, headHash: hash } = await new EventsRepository(open.database).readPage({
        ...{ log: log(), after: 0, types: null, limit: 10 },
      });
      return { log: log(), seq, hash };
    };
    const follow = (head: LogHead): (() => void) | null =>
      tail.join(head, { deliver: (events) => delivered.push(...events.map(({ hash }) => hash)), end });
    const ended = (count: number): Promise<number> =>
      eventually(
        () => Promise.resolve(ends),
        (found) => found === count,
      );

    beforeEach(async () => {
      agentId = `agent_lost_${randomUUID()}`;
      delivered = [];
      for (let count = 0; count < 3; count += 1) await append(agentId);
    });

    it('ends the followers when the log is shorter', async () => {
      follow(await readHead());
      await loseEvents(open.database, log(), 1);
      await ended(1);
    });

    it('ends them when the log has as many others', async () => {
      follow(await readHead());
      await loseEvents(open.database, log(), 2);
      await append(agentId);
      await ended(1);
    });

    it('ends them instead of delivering what follows others', async () => {
      follow(await readHead());
      await loseEvents(open.database, log(), 1);
      for (let count = 0; count < 4; count += 1) await append(agentId);
      await ended(1);
      expect(delivered).toEqual([]);
    });

    it('ends them when a further client knows the shorter log', async () => {
      follow(await readHead());
      await loseEvents(open.database, log(), 1);
      const head = await readHead();
      expect(follow(head)).toBeNull();
      await ended(1);
      expect(follow(head)).not.toBeNull();
      await append(agentId);
      const { hash } = await readHead();
      await eventually(
        () => Promise.resolve(delivered),
        (hashes) => hashes.length > 0,
      );
      expect(delivered).toEqual([hash]);
      expect(ends).toBe(1);
    });

    it('ends them while further clients wait, who get the next event', async () => {
      follow(await readHead());
      await loseEvents(open.database, log(), 2);
      const pages = [2, 2].map((after) => service.read({ log: log(), after, types: null, limit: 10 }, WAIT_MS));
      await ended(1);
      await append(agentId);
      expect((await Promise.all(pages)).map(({ events }) => events.map(({ seq }) => seq))).toEqual([[3], [3]]);
    });

    it('ends them when a further client knows as many other events', async () => {
      follow(await readHead());
      await loseEvents(open.database, log(), 2);
      await append(agentId);
      expect(follow(await readHead())).toBeNull();
      await ended(1);
    });

    it('ends a wait with invalid_query', async () => {
      const page = service.read({ log: log(), after: 3, types: null, limit: 10 }, WAIT_MS);
      const refused = expect(page).rejects.toMatchObject({ code: 'invalid_query' });
      await loseEvents(open.database, log(), 1);
      await refused;
    });
  });
});
