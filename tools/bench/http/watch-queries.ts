import pg from 'pg';
import { at } from '../../support/json.js';

/** Application name of the connections that run the API's statements. */
const API = 'presage-api';
/** Start of the statement with which BullMQ adds a job. */
const WAKEUP = /^-- Insert a single job/;

export interface QueryNote {
  readonly client: unknown;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Set when the query has ended. */
  rows: readonly Readonly<Record<string, unknown>>[];
}

export function isWakeup(text: string): boolean {
  return WAKEUP.test(text);
}

/** Notes the API's queries in this process, and the jobs that it adds. */
export function watchQueries(): QueryNote[] {
  const notes: QueryNote[] = [];
  const original: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof original !== 'function') throw new Error('pg.Client has no query method');
  const watched = function (this: unknown, ...args: unknown[]): unknown {
    const { text, values } = queryOf(args);
    if (!isWakeup(text) && at(this, 'connectionParameters', 'application_name') !== API) {
      return Reflect.apply(original, this, args);
    }
    const note: QueryNote = { client: this, text, values, rows: [] };
    notes.push(note);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const noting = (error: unknown, result: unknown): void => {
        note.rows = rowsOf(result);
        Reflect.apply(callback, undefined, [error, result]);
      };
      return Reflect.apply(original, this, [...args.slice(0, -1), noting]);
    }
    return Promise.resolve(Reflect.apply(original, this, args)).then((result: unknown) => {
      note.rows = rowsOf(result);
      return result;
    });
  };
  Object.defineProperty(pg.Client.prototype, 'query', { value: watched });
  return notes;
}

/** Reads text and values from the arguments of `query`: a text or a configuration, then perhaps values. */
function queryOf([config, second]: readonly unknown[]): { text: string; values: readonly unknown[] } {
  const given = typeof config === 'string' ? { text: config } : { ...objectOf(config) };
  const { text, values } = { text: undefined, values: undefined, ...given };
  return { text: String(text), values: listOf(values ?? second) };
}

function rowsOf(result: unknown): Record<string, unknown>[] {
  const { rows } = { rows: undefined, ...objectOf(result) };
  return listOf(rows).map((row) => ({ ...objectOf(row) }));
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
