import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { ApiKeysRepository } from '@app/agents';
import { hashOfEvent, type WireEvent } from '@app/events';
import { findFreePort } from '../../../../test/support/free-ports.js';
import { Tenant } from '../../../../test/access/tenant.js';
import { EventStreamClient } from '../../../../test/api/event-stream-client.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { connect, readResponses } from '../../../../test/conformance/support/raw-socket.js';
import { eventually } from '../../../../test/support/eventually.js';

const DEMO_MARKET = '00000000-0000-4000-8000-000000000101';

async function preview({ database }: TestApi, agentId: string, count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await database.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
       VALUES ($1, $2, 'claim_payout', 'preview', '0x', 'm', 'h')`,
      [`agent_intent_${randomUUID()}`, agentId],
    );
  }
}

/** Metrics of a process, as lines. */
async function scrape(port: number): Promise<string[]> {
  return (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n');
}

describe('event logs over HTTP', () => {
  let api: TestApi;
  let client: Client;
  let metricsPort: number;

  beforeAll(async () => {
    metricsPort = await findFreePort();
    api = await startTestApi({ METRICS_PORT: metricsPort });
    client = new Client(api.url);
  });
  afterAll(() => api?.stop());

  const path = (agentId: string, query = ''): string => `/agent/events/${agentId}${query}`;
  const stream = (url: string, headers?: Record<string, string>): Promise<EventStreamClient> =>
    EventStreamClient.open(api.url + url, headers);

  it('pages through a log without a gap', async () => {
    await preview(api, 'agent_paging', 7);
    const seen: WireEvent[] = [];
    for (let after = 0, head = 7; after < head;) {
      const { status, body } = await client.get(path('agent_paging', `?after=${after}&types=&limit=3&wait=0`));
      expect(status).toBe(200);
      seen.push(...body.events);
      [after, head] = [body.next_after, body.head_seq];
    }
    expect(seen.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(seen.map(hashOfEvent)).toEqual(seen.map(({ hash }) => hash));
  });

  it('answers an empty page for an unknown agent and for a market without events', async () => {
    const empty = { events: [], next_after: 0, head_seq: 0 };
    expect(await client.get(path('agent_unknown'))).toMatchObject({ status: 200, body: empty });
    expect(await client.get(`/markets/${DEMO_MARKET}/events`)).toMatchObject({ status: 200, body: empty });
    expectError(await client.get(`/markets/${randomUUID()}/events`), 404, 'market_not_found');
  });

  it('refuses invalid parameters, and a position beyond the head', async () => {
    for (const query of [
      'after=-1',
      'after=1.5',
      'after=x',
      'wait=31',
      'wait=',
      'types=x',
      'types=a,b',
      'limit=0',
      'a=1',
    ]) {
      expectError(await client.get(path('agent_unknown', `?${query}`)), 400, 'invalid_query');
    }
    const beyond = await client.get(path('agent_unknown', '?after=1'));
    expectError(beyond, 400, 'invalid_query');
    expect(beyond.body.error.details).toEqual(['after is beyond the last event, whose seq is 0']); // the console reads it
    expectError(
      await client.get(path('agent_unknown', '?after=1'), { accept: 'text/event-stream' }),
      400,
      'invalid_query',
    );
    for (const id of ['-1', 'x', '9'.repeat(16), '1']) {
      const headers = { accept: 'text/event-stream', 'last-event-id': id };
      expectError(await client.get(path('agent_unknown'), headers), 400, 'invalid_query');
    }
  });

  it('names the oldest event left when the position is older', async () => {
    await preview(api, 'agent_expired', 3);
    await api.database.query(`UPDATE event_logs SET oldest_seq = 3 WHERE log = 'agent:agent_expired'`);
    for (const accept of ['application/json', 'text/event-stream']) {
      const { status, body } = await client.get(path('agent_expired', '?after=1'), { accept });
      expect([status, body.error.code, body.error.oldest_seq]).toEqual([410, 'events_expired', 3]);
    }
    const { body } = await client.get(path('agent_expired', '?after=2'));
    expect(body.events.map(({ seq }: WireEvent) => seq)).toEqual([3]);
  });

  it('holds the answer until there is an event', async () => {
    const answer = client.get(path('agent_waiting', '?wait=30'));
    await preview(api, 'agent_waiting');
    const { body } = await answer;
    expect(body.events.map(({ seq }: WireEvent) => seq)).toEqual([1]);
  });

  it('streams what a replay returns, before and after the client connects', async () => {
    await preview(api, 'agent_streaming', 3);
    const opened = await stream(path('agent_streaming'));
    expect(opened.response.headers).toMatchObject({
      ...{ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      'x-request-id': expect.any(String),
    });
    await opened.until(({ heads }) => heads.length > 0);
    expect(opened.heads[0]).toEqual({ event: 'stream.head', data: '{"head_seq":3}' });
    await preview(api, 'agent_streaming', 2);
    await opened.until(({ events }) => events.length === 5);
    const { body } = await client.get(path('agent_streaming'));
    expect(opened.events.map(({ data }) => JSON.parse(data ?? '') as WireEvent)).toEqual(body.events);
    expect(opened.events.map(({ id, event }) => [id, event])).toEqual(
      body.events.map(({ seq, type }: WireEvent) => [String(seq), type]),
    );
    opened.close();
  });

  it('resumes after the last event id, and sends the wanted types only', async () => {
    await preview(api, 'agent_resuming', 4);
    const resumed = await stream(path('agent_resuming', '?after=1'), { 'last-event-id': '3' });
    await resumed.until(({ events }) => events.length === 1);
    expect(resumed.events[0]?.id).toBe('4');
    const cancelled = await stream(path('agent_resuming', '?types=intent.cancelled'));
    await cancelled.until(({ heads }) => heads.length === 1);
    expect(cancelled.events).toEqual([]);
    await api.database.query(`UPDATE agent_intents SET status = 'cancelled' WHERE agent_id = 'agent_resuming'`);
    await cancelled.until(({ events }) => events.length === 4);
    expect(cancelled.events.map(({ id }) => id)).toEqual(['5', '6', '7', '8']);
    resumed.close();
    cancelled.close();
  });

  it('replays a long log to a client that reads at its own pace', async () => {
    await api.database.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
       SELECT 'agent_intent_long_' || n, 'agent_long', 'claim_payout', 'preview', '0x', repeat('m', 900), 'h'
       FROM generate_series(1, 3000) AS n`,
    );
    const opened = await stream(path('agent_long'));
    opened.response.pause();
    await preview(api, 'agent_long');
    opened.response.resume();
    await opened.until(({ events }) => events.length === 3001);
    expect(opened.events.map(({ id }) => Number(id))).toEqual(Array.from({ length: 3001 }, (_, index) => index + 1));
    opened.close();
  });

  it('drops a client that does not read, without harm to the others of the log', async () => {
    const log = 'agent_crowded';
    const [slow, quick] = [await stream(path(log)), await stream(path(log))];
    await Promise.all([slow, quick].map((one) => one.until(({ heads }) => heads.length === 1)));
    slow.response.pause();
    // Sockets buffer several MB on loopback before the process does.
    const [batch, total] = [2_000, 16_000];
    for (let sent = 0; sent < total; sent += batch) {
      await api.database.query(
        `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
         SELECT 'agent_intent_c' || n, $1, 'claim_payout', 'preview', '0x', repeat('m', 900), 'h'
         FROM generate_series($2::int + 1, $2::int + $3::int) AS n`,
        [log, sent, batch],
      );
      await quick.until(({ events }) => events.length === sent + batch);
    }
    expect(quick.events.map(({ id }) => Number(id))).toEqual(Array.from({ length: total }, (_, index) => index + 1));
    slow.response.resume();
    await slow.untilEnd();
    const last = Number(slow.events.at(-1)?.id);
    const resumed = await stream(path(log), { 'last-event-id': String(last) });
    await resumed.until(({ events }) => events.length === total - last);
    expect(resumed.events[0]?.id).toBe(String(last + 1));
    expect(await scrape(metricsPort)).toContain('presage_event_streams_ended_total{reason="slow"} 1');
    quick.close();
    resumed.close();
  });

  it('are measured: open streams, deliveries, and the last read of the logs', async () => {
    const readMetric = async (name: string): Promise<number> =>
      Number((await scrape(metricsPort)).find((line) => line.startsWith(`${name} `))?.slice(name.length));
    await eventually(
      () => readMetric('presage_event_streams'),
      (count) => count === 0,
    );
    expect(await readMetric('presage_event_poll_age_seconds')).toBe(0);
    const delivered = await readMetric('presage_event_delivery_seconds_count');
    const opened = [await stream(path('agent_measured')), await stream(path('agent_measured'))];
    for (const one of opened) await one.until(({ heads }) => heads.length === 1);
    expect(await readMetric('presage_event_poll_age_seconds')).toBeGreaterThan(0);
    expect(await readMetric('presage_event_streams')).toBe(2);
    expect(await readMetric('presage_event_streams_max')).toBe(3_276); // 80 % of API_CONNECTIONS_MAX
    await preview(api, 'agent_measured', 3);
    for (const one of opened) await one.until(({ events }) => events.length === 3);
    expect(await readMetric('presage_event_delivery_seconds_count')).toBe(delivered + 3); // once for all streams of a log
    opened.forEach((one) => one.close());
  });

  it('answers HEAD like a page', async () => {
    const response = await fetch(api.url + path('agent_unknown'), {
      method: 'HEAD',
      headers: { accept: 'text/event-stream' },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  });
});

describe('event streams of a process', () => {
  /** Fakes the interval of the streams; all other timers run. */
  beforeAll(() => {
    jest.useFakeTimers({
      doNotFake: [
        ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'] as const),
        ...(['clearImmediate', 'clearTimeout'] as const),
      ],
    });
  });
  afterAll(() => jest.useRealTimers());

  it('show every 15 seconds that they live', async () => {
    const api = await startTestApi();
    try {
      const opened = await EventStreamClient.open(`${api.url}/agent/events/agent_quiet`);
      await opened.until(({ heads }) => heads.length === 1);
      await preview(api, 'agent_quiet');
      await opened.until(({ events }) => events.length === 1);
      jest.advanceTimersByTime(14_000);
      jest.advanceTimersByTime(1_000);
      await opened.until(({ heads }) => heads.length === 2);
      expect(opened.heads[1]?.data).toBe('{"head_seq":1}');
      opened.close();
    } finally {
      await api.stop();
    }
  });

  it('end when the key loses the right to read', async () => {
    const api = await startTestApi({ AUTH_MODE: 'api_key', AUTH_READS: 'account' });
    try {
      const alice = await Tenant.create(api, 'alice');
      const key = await alice.issueKey();
      const authorization = { authorization: `Bearer ${key}` };
      const opened = await EventStreamClient.open(`${api.url}/agent/events/${alice.records.agentId}`, authorization);
      await opened.until(({ heads }) => heads.length === 1);
      await new ApiKeysRepository(api.database).revoke(key.split('_')[1] ?? '');
      await eventually(
        () => {
          jest.advanceTimersByTime(15_000);
          return Promise.resolve(opened.ended);
        },
        (ended) => ended,
      );
      expect(opened.frames.at(-1)).toEqual({ retry: '1000' });
    } finally {
      await api.stop();
    }
  });

  it('are not answered after a wait when the key has lost the right to read', async () => {
    const api = await startTestApi({ AUTH_MODE: 'api_key', AUTH_READS: 'account' });
    try {
      const alice = await Tenant.create(api, 'alice');
      const { agentId } = alice.records;
      const key = await alice.issueKey();
      const client = new Client(api.url);
      const read = (query = '') =>
        client.get(`/agent/events/${agentId}?after=${head}${query}`, { authorization: `Bearer ${key}` });
      let head = 0;
      head = (await read()).body.head_seq;
      const waiting = read('&wait=30');
      await new ApiKeysRepository(api.database).revoke(key.split('_')[1] ?? '');
      await eventually(
        async () => (await read()).status,
        (status) => status === 401,
      );
      await preview(api, agentId);
      expectError(await waiting, 401, 'api_key_invalid');
    } finally {
      await api.stop();
    }
  });

  it('are ended by no deadline of requests, and are no requests in flight', async () => {
    const port = await findFreePort();
    const api = await startTestApi({ handlerTimeoutMs: 1, METRICS_PORT: port });
    try {
      const opened = await EventStreamClient.open(`${api.url}/agent/events/agent_lasting`);
      await opened.until(({ heads }) => heads.length === 1);
      const waiting = new Client(api.url).get('/agent/events/agent_lasting?wait=30');
      await eventually(
        () => scrape(port),
        (lines) => lines.includes('presage_http_requests_in_flight 1'),
      );
      jest.advanceTimersByTime(1_000);
      expectError(await waiting, 503, 'overloaded');
      await preview(api, 'agent_lasting');
      await opened.until(({ events }) => events.length === 1);
      expect(opened.ended).toBe(false);
      opened.close();
    } finally {
      await api.stop();
    }
  });

  it('are no load that requests are shed for', async () => {
    const port = await findFreePort();
    const api = await startTestApi({ DATABASE_POOL_MAX: 2, METRICS_PORT: port });
    const opened: EventStreamClient[] = [];
    try {
      // More than the requests that may wait for the two connections.
      for (let tries = 0; opened.length < 300 && tries < 600; tries += 1) {
        const next = await EventStreamClient.open(`${api.url}/agent/events/agent_of_${opened.length}`);
        if (next.response.statusCode === 200) opened.push(next);
        else next.close();
      }
      expect(opened).toHaveLength(300);
      for (const one of opened) await one.until(({ heads }) => heads.length === 1);
      const client = new Client(api.url);
      await eventually(
        async () => (await client.get('/markets')).status,
        (status) => status === 200,
      );
      const lines = await eventually(
        () => scrape(port),
        (scraped) => scraped.includes('presage_http_requests_in_flight 0'),
      );
      expect(lines).toContain('presage_event_streams 300');
      expect(lines).toContain('presage_http_requests_shed_total{reason="database"} 0');
    } finally {
      opened.forEach((one) => one.close());
      await api.stop();
    }
  });

  it('leave connections for requests', async () => {
    const api = await startTestApi({ API_CONNECTIONS_MAX: 20 });
    const url = `${api.url}/agent/events/agent_many`;
    const opened: EventStreamClient[] = [];
    try {
      for (let count = 0; count < 16; count += 1) opened.push(await EventStreamClient.open(url));
      const client = new Client(api.url);
      expectError(await client.get('/agent/events/agent_many', { accept: 'text/event-stream' }), 503, 'overloaded');
      expect((await client.get('/agent/events/agent_many')).status).toBe(200);
      opened.shift()?.close();
      const reopen = async (): Promise<number | undefined> => {
        const next = await EventStreamClient.open(url);
        opened.push(next);
        return next.response.statusCode;
      };
      await eventually(reopen, (status) => status === 200);
    } finally {
      opened.forEach((one) => one.close());
      await api.stop();
    }
  });

  it('end with the process, which does not wait for them', async () => {
    const api = await startTestApi();
    const url = `${api.url}/agent/events/agent_ending`;
    const opened = await EventStreamClient.open(url);
    await opened.until(({ heads }) => heads.length === 1);
    const waiting = connect(api.url);
    // The answer to the first request shows that both have arrived.
    const requests = ['/health', '/agent/events/agent_ending?wait=30'];
    waiting.write(requests.map((one) => `GET ${one} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
    await readResponses(waiting, 1);
    const answered = readResponses(waiting, 1);
    await api.stop();
    expect(await answered).toMatchObject([{ status: 200, body: { events: [] } }]);
    await opened.untilEnd();
    expect(opened.frames.at(-1)).toEqual({ retry: '1000' });
  });
});
