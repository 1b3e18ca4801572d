import { createHash } from 'node:crypto';
import { canonicalJson } from '@presage/sdk';
import type { Call, ScriptedAnswer, Vector } from './vector.js';

const LOST: readonly ScriptedAnswer[] = [{ fault: 'drop' }, { status: 503, text: '', headers: {} }];

/** Lists, event logs and single reads. */
export function readVectors(): Vector[] {
  return [...lists(), ...events(), ...reads()];
}

function vector(name: string, call: Call, answers: readonly ScriptedAnswer[], result: Vector['result']): Vector {
  return { name, call, answers, result, requests: answers.length };
}

function lists(): Vector[] {
  const markets = { do: 'pages', operation: 'listMarkets', query: { status: 'OPEN', limit: 2 } } as const;
  const page = (items: unknown[], next_cursor: string | null) => ({ json: { markets: items, next_cursor } });
  const history = {
    do: 'pages',
    operation: 'getHistory',
    path: { id: 'm' },
    query: { from: '2026-01-01T00:00:00Z' },
  } as const;
  const candles = (items: unknown[], next_cursor: string | null) => ({
    json: { history: { interval: '1h', candles: items }, next_cursor },
  });
  const activity = { do: 'pages', operation: 'listActivity', path: { agent_id: 'a' } } as const;
  return [
    vector('pages: one', markets, [page([1], null)], { items: [1] }),
    vector('pages: none', markets, [page([], null)], { items: [] }),
    vector('pages: a cursor with signs', markets, [page([1, 2], 'a+b/c=='), page([3], null)], { items: [1, 2, 3] }),
    ...LOST.map((lost, index) =>
      vector(`pages: lost ${index}`, markets, [page([1], 'c'), lost, page([2], null)], { items: [1, 2] }),
    ),
    vector('pages: below the answer', history, [candles([1], 'c'), candles([2, 3], null)], { items: [1, 2, 3] }),
    vector('pages: all below', activity, [{ json: { activity: { items: [1], next_cursor: null } } }], { items: [1] }),
    vector('pages: refused', markets, [{ status: 400, json: { error: { code: 'invalid_query', message: 'No.' } } }], {
      code: 'invalid_query',
    }),
  ];
}

interface LogEvent {
  readonly seq: number;
  readonly hash: string;
}

function createLog(length: number): LogEvent[] {
  const log: LogEvent[] = [];
  for (let seq = 1; seq <= length; seq++) {
    const contents = {
      ...{ seq, id: `event_${seq}`, type: 'execution.queued', at: '2026-11-22T12:00:00.000Z' },
      ...{
        subject: { kind: 'execution', id: 'e' },
        data: { amount: '5', text: 'Größer? 😀', list: [1, 2.5e-7, 1e21, -0.5, null] },
      },
      ...{ block: { number: seq, hash: '0x4b' }, previous_hash: log.at(-1)?.hash ?? null },
    };
    log.push({ ...contents, hash: createHash('sha256').update(canonicalJson(contents)).digest('hex') });
  }
  return log;
}

function events(): Vector[] {
  const log = createLog(6);
  const page = (...seqs: number[]): ScriptedAnswer => ({
    json: { events: log.filter(({ seq }) => seqs.includes(seq)), next_after: Math.max(0, ...seqs), head_seq: 6 },
  });
  const end = { json: { events: [], next_after: 3, head_seq: 3 } };
  const call = { do: 'events', reference: 'agent_alice_01' } as const;
  const changed = {
    json: {
      events: log.slice(0, 3).map((event) => (event.seq === 3 ? { ...event, data: {} } : event)),
      next_after: 3,
      head_seq: 3,
    },
  };
  const expired = { status: 410, json: { error: { code: 'events_expired', message: 'Expired.', oldest_seq: 40 } } };
  return [
    vector('events: all', call, [page(1, 2, 3), end], { events: log.slice(0, 3) }),
    ...LOST.map((lost, index) =>
      vector(`events: lost ${index}`, call, [lost, page(1, 2), lost, page(3), end], { events: log.slice(0, 3) }),
    ),
    vector('events: missing', call, [page(1, 3)], { gap: 1 }),
    vector('events: changed', call, [changed], { gap: 2 }),
    vector('events: twice', call, [page(1, 2), page(2, 3)], { gap: 2 }),
    vector('events: cut', call, [{ json: { events: log.slice(0, 2), next_after: 5, head_seq: 6 } }], { gap: 2 }),
    vector('events: expired', { ...call, after: 7 }, [expired], { gap: 7 }),
  ];
}

function reads(): Vector[] {
  const market = { id: 'one' };
  const intent = { intent_id: 'i', status: 'executing', executions_count: 1 };
  const listed = { json: { executions: [{ status: 'unknown' }] } };
  return [
    vector('market: by id', { do: 'market', reference: 'one' }, [{ json: { market } }], { market }),
    vector(
      'market: by address',
      { do: 'market', reference: '0xA' },
      [{ json: { markets: [] } }, { json: { markets: [market] } }],
      { market },
    ),
    vector(
      'market: none',
      { do: 'market', reference: 'x' },
      [{ status: 404, json: { error: { code: 'market_not_found', message: '' } } }],
      { code: 'market_not_found' },
    ),
    vector(
      'address: later',
      { do: 'address', reference: 'a' },
      [
        { json: { agent_wallet: { agent_wallet_address: null } } },
        { json: { agent_wallet: { agent_wallet_address: '0x1' } } },
      ],
      { address: '0x1' },
    ),
    vector('outcome: unknown', { do: 'outcome', reference: 'i' }, [{ json: { intent } }, listed], {
      status: 'unknown',
    }),
    vector(
      'outcome: no attempt',
      { do: 'outcome', reference: 'i' },
      [{ json: { intent: { ...intent, status: 'preview', executions_count: 0 } } }],
      { status: 'pending', execution: null },
    ),
  ];
}
