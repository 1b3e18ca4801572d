import type { LivePool } from './live-pool.js';
import type { Operation } from './operations.js';
import type { Random } from '../../../support/random.js';

/** The bytes of a request and the facts needed to check its answer. */
export interface FuzzRequest {
  readonly index: number;
  /** Targeted operation, such as `POST /markets`. */
  readonly route: string;
  readonly kind: string;
  readonly bytes: Buffer;
  readonly types: readonly string[];
  /** Whether the method is HEAD, whose answer has no body. */
  readonly isHead: boolean;
  /** Whether it has no key of the account that owns the prepared agents. False for raw bytes. */
  readonly isStranger: boolean;
  /** False for bytes that may not be HTTP; they use a new connection and may get any number of answers. */
  readonly isFramed: boolean;
  /** Value of the X-Request-ID header if there is exactly one. */
  readonly sentId: string | null;
  /** Maximum time until the answer. */
  readonly limitMs: number;
}

export interface Ingredients {
  readonly random: Random;
  readonly pool: LivePool;
  readonly operation: Operation;
}

/** A request that can be mutated before it is serialized. */
export interface Draft {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: Buffer | null;
  framing: 'length' | 'chunked';
}
