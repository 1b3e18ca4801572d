/** Answer of the scripted server to the next request. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly json?: unknown;
  /** Body instead of `json`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `drop` closes without an answer, `cut` in the middle of the body, `hang` answers nothing, `trickle` a byte at a time. */
  readonly fault?: 'drop' | 'cut' | 'hang' | 'trickle' | 'chunked' | 'cut-chunked';
}

/** Call of a client, in the names of the API. Times are seconds. */
export interface Call {
  readonly do: 'request' | 'act' | 'preview' | 'run' | 'outcome' | 'address' | 'market' | 'pages' | 'events';
  readonly operation?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly expect?: Readonly<Record<string, unknown>>;
  readonly reference?: string;
  readonly after?: number;
  readonly timeout?: number;
  readonly retry_failed?: boolean;
  /** Key of the client, by default `presage_key`; null for none. */
  readonly key?: string | null;
}

/** One case of the protocol: a call, what the server answers, and what must come of it. */
export interface Vector {
  readonly name: string;
  readonly call: Call;
  readonly answers: readonly ScriptedAnswer[];
  /** Part of the result. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Requests that reach the server. */
  readonly requests: number;
}

export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Hexadecimal. */
  readonly body: string;
}

/** What a client made of a vector. */
export interface VectorRun {
  readonly result: Readonly<Record<string, unknown>>;
  /** Pauses, milliseconds. */
  readonly pauses: readonly number[];
}
