import { createHash } from 'node:crypto';
import { canonicalJson, GapError, Presage, type PresageEvent } from './index.js';

type Page = { events: object[]; next_after: number; head_seq: number };

/** A log as the contract describes it. */
function createLog(length: number): PresageEvent[] {
  const events: PresageEvent[] = [];
  for (let seq = 1; seq <= length; seq++) {
    const contents = {
      ...{ seq, id: `event_${seq}`, type: 'execution.queued', at: '2026-11-22T12:00:00.000Z' },
      subject: { kind: 'execution', id: `agent_execution_${seq}` },
      data: { amount: '5', question: 'Größer?', nested: { b: 1, a: [1, 2.5e-7] } },
      block: { number: seq, hash: `0x${'4b'.repeat(32)}` },
      previous_hash: events.at(-1)?.hash ?? null,
    };
    events.push(rehash({ ...contents, hash: '' }));
  }
  return events;
}

function rehash({ hash: _hash, ...contents }: PresageEvent): PresageEvent {
  return { ...contents, hash: createHash('sha256').update(canonicalJson(contents)).digest('hex') };
}

function serve(events: readonly PresageEvent[]): Presage {
  return new Presage({
    baseUrl: 'http://presage.test',
    fetch: (input) => {
      const query = new URL(typeof input === 'string' ? input : '').searchParams;
      const after = Number(query.get('after'));
      const types = query.get('types')?.split(',');
      const rest = events.filter(({ seq }) => seq > after).slice(0, 3);
      const page: Page = {
        events: rest.filter(({ type }) => types?.includes(type) ?? true),
        next_after: rest.at(-1)?.seq ?? after,
        head_seq: events.at(-1)?.seq ?? 0,
      };
      const headers = { 'content-type': 'application/json' };
      return Promise.resolve(new Response(JSON.stringify(page), { headers }));
    },
  });
}

async function read(presage: Presage, query: { after?: number; afterHash?: string; types?: string[] } = {}) {
  const seqs: number[] = [];
  for await (const { seq } of presage.events({ agentId: 'agent_alice_01', follow: false, ...query })) seqs.push(seq);
  return seqs;
}

describe('events', () => {
  const events = createLog(8);

  it('yields every event in order, from the start and after a seq', async () => {
    expect(await read(serve(events))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await read(serve(events), { after: 5, afterHash: events[4]?.hash ?? '' })).toEqual([6, 7, 8]);
  });

  it('yields all fields of an event', async () => {
    const read: PresageEvent[] = [];
    for await (const event of serve(events).events({ agentId: 'agent_alice_01', follow: false })) read.push(event);
    expect(read).toEqual(events);
  });

  it.each<[string, (log: PresageEvent[]) => PresageEvent[], number]>([
    ['is missing', (log) => log.filter(({ seq }) => seq !== 4), 3],
    ['comes twice', (log) => [...log.slice(0, 2), ...log.slice(1)], 2],
    ['was changed', (log) => log.map((event) => (event.seq === 6 ? { ...event, data: { amount: '6' } } : event)), 5],
    ['has another hash', (log) => log.map((event) => (event.seq === 5 ? { ...event, hash: 'f' } : event)), 4],
    ['was replaced', (log) => log.map((event) => (event.seq === 5 ? rehash({ ...event, id: 'other' }) : event)), 5],
  ])('throws GapError when an event %s', async (_case, damage, afterSeq) => {
    const reading = read(serve(damage([...events])));
    await expect(reading).rejects.toBeInstanceOf(GapError);
    await expect(reading).rejects.toMatchObject({ afterSeq });
  });

  it('throws GapError when a page leaves out its last events', async () => {
    const page = { events: events.slice(0, 2), next_after: 5, head_seq: 8 };
    const cut = new Presage({ baseUrl: 'http://presage.test', fetch: () => Promise.resolve(Response.json(page)) });
    await expect(read(cut)).rejects.toMatchObject({ name: 'GapError', afterSeq: 2 });
  });

  it('throws GapError when the first event does not continue the known one', async () => {
    await expect(read(serve(events), { after: 5, afterHash: 'other' })).rejects.toBeInstanceOf(GapError);
  });

  it('throws GapError when the events have expired', async () => {
    const body = JSON.stringify({ error: { code: 'events_expired', message: 'They expired.', oldest_seq: 40 } });
    const expired = new Presage({
      baseUrl: 'http://presage.test',
      fetch: () => Promise.resolve(new Response(body, { status: 410 })),
    });
    await expect(read(expired, { after: 3 })).rejects.toThrow('The oldest event is 40.');
  });

  it('passes over events of other types', async () => {
    const mixed = createLog(8).map((event) => (event.seq % 3 === 0 ? { ...event, type: 'wallet.frozen' } : event));
    expect(await read(serve(mixed), { types: ['wallet.frozen'] })).toEqual([3, 6]);
  });
});

describe('canonicalJson', () => {
  it('sorts members by code unit and writes numbers as RFC 8785 does', () => {
    expect(canonicalJson({ b: 1e21, a: '\u20ac\n', '\u{1f600}': null, A: [true, { y: 0.1, x: -0 }] })).toBe(
      '{"A":[true,{"x":0,"y":0.1}],"a":"€\\n","b":1e+21,"😀":null}',
    );
  });
});
