import { isRecord } from '@app/common';
import pg from 'pg';
import { at } from '../../../support/json.js';

/** Application name of the connections that run the API's statements. */
const API = 'presage-api';
/** Start of the statement with which BullMQ adds a job. */
const WAKEUP = /^-- Insert a single job/;

export interface QueryNote {
  readonly client: unknown;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether the connection keeps the plan. */
  readonly isPrepared: boolean;
  /** Set when the query has ended. */
  rows: readonly Readonly<Record<string, unknown>>[];
}

export function isWakeup(text: string): boolean {
  return WAKEUP.test(text);
}

export interface QueryWatch {
  /** Queries in the order of their start. */
  readonly notes: QueryNote[];
  readonly stop: () => void;
}

/** Notes the API's queries in this process, and the jobs that it adds. */
export function watchQueries(): QueryWatch {
  const notes: QueryNote[] = [];
  const original: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof original !== 'function') throw new Error('pg.Client has no query method');
  const watched = function (this: unknown, ...args: unknown[]): unknown {
    const { text, values, isPrepared } = queryOf(args);
    if (!isWakeup(text) && at(this, 'connectionParameters', 'application_name') !== API) {
      return Reflect.apply(original, this, args);
    }
    const note: QueryNote = { client: this, text, values, isPrepared, rows: [] };
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
  const replaceQuery = (value: unknown): void => void Object.defineProperty(pg.Client.prototype, 'query', { value });
  replaceQuery(watched);
  return { notes, stop: () => replaceQuery(original) };
}

/** Reads the arguments of `query`: a text or a configuration, then perhaps values. */
function queryOf([config, second]: readonly unknown[]): Pick<QueryNote, 'text' | 'values' | 'isPrepared'> {
  const given = typeof config === 'string' ? { text: config } : { ...objectOf(config) };
  const { text, values, name } = { text: undefined, values: undefined, name: undefined, ...given };
  return { text: String(text), values: listOf(values ?? second), isPrepared: name !== undefined };
}

function rowsOf(result: unknown): Record<string, unknown>[] {
  const { rows } = { rows: undefined, ...objectOf(result) };
  return listOf(rows).map((row) => ({ ...objectOf(row) }));
}

function objectOf(value: unknown): object {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
