import type { LivePool } from './live-pool.js';
import type { Operation } from './operations.js';
import type { Random } from '../../support/random.js';

/** A request as bytes on the wire, and what about it bears on the judgement of its answer. */
export interface FuzzRequest {
  readonly index: number;
  /** The operation that it is aimed at, for the report: `POST /markets`. */
  readonly route: string;
  /** In which way it is odd. */
  readonly kind: string;
  readonly bytes: Buffer;
  /** The content types that an answer may have. */
  readonly types: readonly string[];
  /** HEAD is answered without a body. */
  readonly isHead: boolean;
  /** False for what may be no HTTP at all: it has a connection of its own, and any number of answers. */
  readonly isFramed: boolean;
  /** The value of the only X-Request-ID header, if there is exactly one. */
  readonly sentId: string | null;
  /** How long an answer may take. */
  readonly limitMs: number;
}

/** What requests are made of. */
export interface Ingredients {
  readonly random: Random;
  readonly pool: LivePool;
  readonly operation: Operation;
}

/** A request that can still be bent, before it is bytes. */
export interface Draft {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Buffer | null;
  framing: 'length' | 'chunked';
}
