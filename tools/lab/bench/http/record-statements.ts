import { setTimeout as delay } from 'node:timers/promises';
import { loadApiSettings } from '@app/config';
import { createApp } from '../../../../apps/api/src/create-app.js';
import { type ApiAnswer, ApiClient, type ApiRequest, ApiError, sendByFetch } from '../../../support/api-client.js';
import { at } from '../../../support/json.js';
import type { RecordedStatement, Recording, ValueSource } from './recording.js';
import { type ConnectionRows, type Scenario, SCENARIOS } from './scenarios.js';
import { isWakeup, type QueryNote, watchQueries } from '../support/watch-queries.js';
import { flat } from './replay.js';

/** Position of the job's id among the parameters of BullMQ's statement. */
const JOB_ID = 1;
/** Time for the wake-up of a request, which the API does not wait for. */
const WAKEUP_MS = 100;
const ID = /agent_intent_[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** Hex digits of a new id, also as a UUID. */
const NEW_ID = /[0-9a-f-]{32,36}$/;
const JSON_TEXT = /^[[{]/;
/** Shorter values may be equal by chance. */
const MIN_ROW_VALUE_LENGTH = 30;

/** Runs the API in this process, sends every request of every scenario once, and records its statements. */
export async function recordStatements(
  env: Readonly<Record<string, string>>,
  rows: ConnectionRows,
): Promise<Recording[]> {
  const { notes, stop } = watchQueries();
  const app = await createApp(loadApiSettings({ ...env, LOG_LEVEL: 'silent' }));
  await app.listen(0, '127.0.0.1');
  const client = new ApiClient(sendByFetch(await app.getUrl()));
  const recordings: Recording[] = [];
  try {
    for (const { steps } of Object.values<Scenario>(SCENARIOS)) {
      let body: unknown = null;
      for (const step of steps) {
        const request = step(rows, body);
        notes.length = 0;
        const answer = await send(client, request);
        await delay(WAKEUP_MS);
        const recording = recordingOf(request, answer, notes);
        // Scenarios begin with the same requests.
        if (!recordings.some(({ pattern }) => pattern === recording.pattern)) recordings.push(recording);
        body = answer.body;
      }
    }
    return recordings;
  } finally {
    await app.close();
    stop();
  }
}

async function send(client: ApiClient, request: ApiRequest): Promise<ApiAnswer> {
  const { method, path, body, headers } = request;
  const answer = method === 'GET' ? await client.get(path, headers) : await client.post(path, body, headers);
  if (answer.status >= 300) throw new ApiError(request, answer);
  return answer;
}

interface KnownValue {
  readonly source: ValueSource;
  readonly value: unknown;
}

function recordingOf(request: ApiRequest, { status, body }: ApiAnswer, notes: readonly QueryNote[]): Recording {
  const known = knownValues(request, body);
  const rows: Readonly<Record<string, unknown>>[] = [];
  const units = unitsOf(notes).map((unit) =>
    unit.map((note): RecordedStatement => {
      const parameters = note.values.map((value) => sourceOf(value, known, rows));
      // BullMQ ignores a job whose id it knows.
      if (isWakeup(note.text)) parameters[JOB_ID] = { from: 'new', prefix: 'lane_' };
      rows.push(flat(note.rows[0] ?? {}));
      return { text: note.text, parameters, isWakeup: isWakeup(note.text) };
    }),
  );
  const pieces = piecesOf(JSON.stringify(body), known);
  return { method: request.method, pattern: request.path.replace(ID, ':id'), status, units, pieces };
}

/** Returns the values that a statement or an answer may contain, with the most specific source first. */
function knownValues({ path, body = {} }: ApiRequest, answer: unknown): KnownValue[] {
  const pathId = path.split('/').find((part) => ID.test(part));
  const created =
    at(answer, 'intent', 'intent_id') ?? at(answer, 'execution', 'execution_id') ?? at(answer, 'trade', 'id');
  const prefix = typeof created === 'string' ? created.replace(NEW_ID, '') : '';
  return [
    ...(pathId === undefined ? [] : [{ source: { from: 'path' } as const, value: pathId }]),
    ...(created === undefined ? [] : [{ source: { from: 'new', prefix } as const, value: created }]),
    ...Object.entries<unknown>({ ...body }).map(([key, value]) => ({ source: { from: 'body', key } as const, value })),
  ];
}

function sourceOf(
  value: unknown,
  known: readonly KnownValue[],
  rows: readonly Readonly<Record<string, unknown>>[],
): ValueSource {
  if (Array.isArray(value)) return { from: 'list', items: value.map((item) => sourceOf(item, known, rows)) };
  const match = known.find((one) => one.value === value);
  if (match !== undefined) return match.source;
  if (typeof value === 'string' && JSON_TEXT.test(value)) return { from: 'json', pieces: jsonPiecesOf(value, known) };
  if (typeof value === 'string' && value.length > MIN_ROW_VALUE_LENGTH) {
    for (const [row, columns] of rows.entries()) {
      const key = Object.keys(columns).find((name) => columns[name] === value);
      if (key !== undefined) return { from: 'row', row, key };
    }
  }
  return { from: 'constant', value };
}

/** Groups queries by unit: each transaction's together, every other one by itself. */
function unitsOf(notes: readonly QueryNote[]): QueryNote[][] {
  const units: QueryNote[][] = [];
  const transactions = new Map<unknown, QueryNote[]>();
  for (const note of notes) {
    if (/^(BEGIN|START TRANSACTION)/.test(note.text)) {
      const unit: QueryNote[] = [];
      transactions.set(note.client, unit);
      units.push(unit);
    } else if (note.text === 'COMMIT') transactions.delete(note.client);
    else {
      const unit = transactions.get(note.client);
      if (unit === undefined) units.push([note]);
      else unit.push(note);
    }
  }
  return units;
}

/** Splits an answer at its ids. */
function piecesOf(text: string, known: readonly KnownValue[]): (string | ValueSource)[] {
  const ids = known.filter(({ source }) => source.from === 'path' || source.from === 'new');
  return splitAt(text, new Map(ids.map(({ source, value }) => [String(value), source])));
}

/** Splits a JSON parameter at its strings that the request or its answer determines. */
function jsonPiecesOf(text: string, known: readonly KnownValue[]): (string | ValueSource)[] {
  const strings = known.filter(({ value }) => typeof value === 'string');
  return splitAt(text, new Map(strings.map(({ source, value }) => [JSON.stringify(value), source])));
}

function splitAt(text: string, sources: ReadonlyMap<string, ValueSource>): (string | ValueSource)[] {
  const gaps: ValueSource[] = [];
  let rest = text;
  for (const [part, source] of sources) {
    rest = rest.replaceAll(part, () => `\u0000${gaps.push(source) - 1}\u0000`);
  }
  return rest.split('\u0000').map((piece, index) => (index % 2 === 0 ? piece : (gaps[Number(piece)] ?? '')));
}
