import type { ApiRequest } from '../../../support/api-client.js';

/** Where a value of a statement or of an answer comes from in a replayed request. */
export type ValueSource =
  /** The id in the path. */
  | { readonly from: 'path' }
  /** A field of the request's body. */
  | { readonly from: 'body'; readonly key: string }
  /** A new id: the prefix and random hex digits. */
  | { readonly from: 'new'; readonly prefix: string }
  /** A column of the first row of an earlier statement. */
  | { readonly from: 'row'; readonly row: number; readonly key: string }
  | { readonly from: 'constant'; readonly value: unknown }
  /** JSON text, with value sources in place of some of its strings. */
  | { readonly from: 'json'; readonly pieces: readonly (string | ValueSource)[] }
  | { readonly from: 'list'; readonly items: readonly ValueSource[] };

export interface RecordedStatement {
  readonly text: string;
  readonly parameters: readonly ValueSource[];
  /** Whether the statement enqueues a job, which the API does not wait for. */
  readonly isWakeup: boolean;
}

/** The statements and the answer of one request, for a replay without the product. */
export interface Recording {
  readonly method: ApiRequest['method'];
  /** Path with `:id` in place of the id. */
  readonly pattern: string;
  readonly status: number;
  /** Statements by unit: each transaction's together, every other one by itself. */
  readonly units: readonly (readonly RecordedStatement[])[];
  /** Body of the answer, with value sources in place of its ids. */
  readonly pieces: readonly (string | ValueSource)[];
}
