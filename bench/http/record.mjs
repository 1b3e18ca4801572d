// Runs the API in this process once, for each step of each scenario, and notes the statements that it sends: so the bare
// program can send the same ones without knowing what they are for.
import 'reflect-metadata';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { SCENARIOS } from './scenarios.mjs';

/** How BullMQ puts a job into a queue in PostgreSQL, and which of its parameters is the job's id. */
const RING = /^-- Insert a single job/;
const RING_ID = 1;
/** A ring is not waited for, and so comes a little later. */
const RING_MS = 100;

/**
 * @typedef {{ text: string, parameters: Parameter[], isRing: boolean }} Statement
 * @typedef {{ from: 'path' | 'body' | 'new' | 'row' | 'constant' | 'list', key?: string, row?: number, value?: unknown,
 *   items?: Parameter[] }} Parameter
 * @typedef {{ method: string, pattern: string, statements: Statement[][], status: number, pieces: (string | Parameter)[] }} Recording
 */

/** @returns {Promise<Record<string, Recording[]>>} by scenario, then by step */
export async function recordStatements({ env, seat }) {
  const { createApp } = await import('../../dist/apps/api/src/create-app.js');
  const { loadApiSettings } = await import('../../dist/libs/config/src/index.js');
  const notes = watchStatements();
  const app = await createApp(loadApiSettings({ ...env, LOG_LEVEL: 'silent' }));
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  try {
    /** @type {Record<string, Recording[]>} */
    const recordings = {};
    for (const [name, { steps }] of Object.entries(SCENARIOS)) {
      recordings[name] = [];
      let answer = null;
      for (const step of steps) {
        const request = step(seat, answer);
        notes.length = 0;
        const response = await send(url, request);
        answer = response.body;
        await delay(RING_MS);
        recordings[name].push(recordingOf(request, response, [...notes]));
      }
    }
    return recordings;
  } finally {
    await app.close();
  }
}

/**
 * @param {string} url
 * @param {import('./scenarios.mjs').Step} step
 */
async function send(url, { method, path, body, headers = {} }) {
  const content = body === undefined ? {} : { 'content-type': 'application/json' };
  const init = { method, headers: { ...content, ...headers }, body: body === undefined ? null : JSON.stringify(body) };
  const response = await fetch(url + path, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return { status: response.status, text, body: JSON.parse(text) };
}

/** Notes what the product sends: the named statements of its Database, what stands around a transaction, and rings. */
function watchStatements() {
  const notes = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (config, ...rest) {
    const text = typeof config === 'string' ? config : config.text;
    const isOurs = /^(BEGIN|COMMIT)$/.test(text) || RING.test(text) || String(config.name).startsWith('presage_');
    if (!isOurs) return query.call(this, config, ...rest);
    const note = { client: this, text, values: config.values ?? rest.find(Array.isArray) ?? [], rows: [] };
    notes.push(note);
    const callback = rest.at(-1);
    if (typeof callback === 'function') {
      rest[rest.length - 1] = (error, result) => {
        note.rows = result?.rows ?? [];
        callback(error, result);
      };
      return query.call(this, config, ...rest);
    }
    return query.call(this, config, ...rest).then((result) => {
      note.rows = result.rows;
      return result;
    });
  };
  return notes;
}

function recordingOf({ method, path, body = {} }, { status, text, body: answer }, notes) {
  const known = knownValues({ path, body, answer });
  const rows = [];
  const statements = unitsOf(notes).map((unit) =>
    unit.map((note) => {
      const isRing = RING.test(note.text);
      const parameters = note.values.map((value) => parameterOf(value, known, rows));
      if (isRing) parameters[RING_ID] = { from: 'new', key: 'lane_' }; // a known ring would not be taken twice
      rows.push(note.rows[0] ?? {});
      return { text: note.text, parameters, isRing };
    }),
  );
  const pattern = path.replace(/agent_intent_[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, ':id');
  return { method, pattern, status, statements, ...templateOf(text, known) };
}

/** Where a value of a statement can have come from, the surest source first. */
function knownValues({ path, body, answer }) {
  const pathId = path.split('/').find((part) => /[0-9a-f]{12}/.test(part));
  const made = answer.intent?.intent_id ?? answer.execution?.execution_id;
  return [
    ...(pathId === undefined ? [] : [{ from: 'path', value: pathId }]),
    ...(made === undefined ? [] : [{ from: 'new', key: made.replace(/[0-9a-f]{32}$/, ''), value: made }]),
    ...Object.entries(body).map(([key, value]) => ({ from: 'body', key, value })),
  ];
}

function parameterOf(value, known, rows) {
  if (Array.isArray(value)) return { from: 'list', items: value.map((item) => parameterOf(item, known, rows)) };
  const source = known.find((one) => one.value === value);
  if (source !== undefined) return { from: source.from, key: source.key };
  if (typeof value === 'string' && value.length > 30) {
    for (const [row, columns] of rows.entries()) {
      const key = Object.keys(columns).find((name) => columns[name] === value);
      if (key !== undefined) return { from: 'row', row, key };
    }
  }
  return { from: 'constant', value };
}

/** Statements by unit: a transaction's together, others each alone. */
function unitsOf(notes) {
  const units = [];
  const open = new Map();
  for (const note of notes) {
    const { client, text } = note;
    if (text === 'BEGIN') {
      open.set(client, []);
      units.push(open.get(client));
      open.get(client).isTransaction = true;
    } else if (text === 'COMMIT') open.delete(client);
    else if (open.has(client)) open.get(client).push(note);
    else units.push([note]);
  }
  return units;
}

/** The answer with gaps where its ids stand. */
function templateOf(text, known) {
  const ids = known.filter(({ from }) => from === 'path' || from === 'new');
  const gaps = [];
  let rest = text;
  for (const { from, key, value } of ids) {
    rest = rest.replaceAll(value, () => `\u0000${gaps.push({ from, key }) - 1}\u0000`);
  }
  return { pieces: rest.split('\u0000').map((piece, at) => (at % 2 === 0 ? piece : gaps[Number(piece)])) };
}
