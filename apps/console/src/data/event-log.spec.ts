import { GapError, PresageError, type PresageEvent } from '@presage/sdk';
import { isGap, type ReadPage, readHead, readWindow } from './event-log.js';

/** A log of events 1 to `headSeq`, of which those before `oldestSeq` are deleted. Each third is a decision. */
function createLog({ headSeq, oldestSeq = 1 }: { headSeq: number; oldestSeq?: number }) {
  const queries: { after: number; limit: number }[] = [];
  const readPage: ReadPage = ({ after = 0, limit = 50, types }) => {
    queries.push({ after, limit });
    if (after < oldestSeq - 1) {
      const fields = { code: 'events_expired', message: 'deleted', status: 410 } as const;
      return Promise.reject(new PresageError({ ...fields, error: { oldest_seq: oldestSeq } }));
    }
    const all = Array.from({ length: headSeq - after }, (_, index) => createEvent(after + index + 1));
    const events = all.filter(({ type }) => types?.includes(type) ?? true).slice(0, limit);
    const next_after = events.length === limit ? (events.at(-1)?.seq ?? after) : headSeq;
    return Promise.resolve({ events, next_after, head_seq: headSeq });
  };
  return { readPage, queries };
}

function createEvent(seq: number): PresageEvent {
  const type = seq % 3 === 0 ? 'market.resolved' : 'position.changed';
  const subject = { kind: 'market', id: 'm1' };
  return {
    seq,
    id: `event_${seq}`,
    type,
    at: '2026-11-22T12:00:00.000Z',
    subject,
    data: {},
    block: null,
    hash: '',
    previous_hash: null,
  };
}

const types = ['market.resolved'];

/** A log whose oldest events are deleted before each of these reads, counted from 1. */
function shrinkingLog(oldestSeqs: readonly number[]): ReadPage {
  let reads = 0;
  return (query) => {
    const oldestSeq = oldestSeqs[Math.min(reads, oldestSeqs.length - 1)] ?? 1;
    reads += 1;
    return createLog({ headSeq: 400, oldestSeq }).readPage(query);
  };
}

describe('readWindow', () => {
  it('reads the newest events, and says that there are older ones', async () => {
    const { readPage, queries } = createLog({ headSeq: 3_000 });
    const { events, ...rest } = await readWindow(readPage, { size: 1_000, types });
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 334 }, (_, index) => 2_001 + 3 * index));
    expect(rest).toEqual({ hasOlder: true, isCut: false });
    expect(queries.slice(1).every(({ after }) => after >= 2_000)).toBe(true);
  });

  it('reads a short log as a whole', async () => {
    const window = await readWindow(createLog({ headSeq: 7 }).readPage, { size: 1_000, types });
    expect(window).toMatchObject({ events: [{ seq: 3 }, { seq: 6 }], hasOlder: false, isCut: false });
  });

  it('starts at the oldest event that is left, and says so', async () => {
    const window = await readWindow(createLog({ headSeq: 400, oldestSeq: 391 }).readPage, { size: 1_000, types });
    expect(window).toMatchObject({ events: [{ seq: 393 }, { seq: 396 }, { seq: 399 }], hasOlder: false, isCut: true });
  });

  it('starts again when its first events are deleted meanwhile', async () => {
    const window = await readWindow(shrinkingLog([1, 301, 301]), { size: 390, types });
    expect(window).toMatchObject({ hasOlder: false, isCut: true });
    expect(window.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 33 }, (_, index) => 303 + 3 * index));
  });

  it('has no events of an empty log', async () => {
    const window = await readWindow(createLog({ headSeq: 0 }).readPage, { size: 1_000, types });
    expect(window).toEqual({ events: [], hasOlder: false, isCut: false });
  });
});

describe('isGap', () => {
  it('is true of a log that lacks events or the position, and of no other refusal', async () => {
    const expired = await createLog({ headSeq: 9, oldestSeq: 4 })
      .readPage({})
      .then(String, (error: unknown) => error);
    const refusedQuery = (detail: string) => {
      const error = { details: [detail] };
      return new PresageError({ code: 'invalid_query', message: 'refused', status: 400, error });
    };
    const beyond = refusedQuery('after is beyond the last event, whose seq is 9');
    const invalid = refusedQuery('after must be a whole number from 0 to 9007199254740991');
    const refused = new PresageError({ code: 'api_key_invalid', message: 'refused', status: 401, error: {} });
    const answers = [new GapError('gap', 3), expired, beyond, invalid, refused];
    expect(answers.map(isGap)).toEqual([true, true, true, false, false]);
  });
});

describe('readHead', () => {
  it('finds the head of a log whose oldest events are deleted', async () => {
    expect(await readHead(createLog({ headSeq: 400, oldestSeq: 391 }).readPage)).toEqual({
      headSeq: 400,
      oldestSeq: 391,
    });
  });

  it('repeats while events are deleted meanwhile', async () => {
    expect(await readHead(shrinkingLog([5, 391, 395]))).toEqual({ headSeq: 400, oldestSeq: 395 });
  });
});
