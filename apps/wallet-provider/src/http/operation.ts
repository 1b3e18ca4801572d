import type { Fault } from '../faults/fault-catalogue.js';
import type { Answer } from '../faults/request-faults.js';

/** A request as the use cases see it. */
export interface Call {
  readonly body: unknown;
  readonly query: Readonly<Record<string, string>>;
  /** The `{id}` of the path; empty where there is none. Not checked yet. */
  readonly id: string;
  /** Absolute, for the Link header. */
  readonly url: URL;
  readonly faults: readonly Fault[];
}

/** One call of the contract. `subject` says what `{id}` in its path names. */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly subject?: 'wallet' | 'transaction';
  readonly open?: boolean;
  handle(call: Call): Promise<Answer> | Answer;
}

export function ok(data: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, body: { data }, headers };
}

export function hasFault(call: Call, kind: Fault['kind']): boolean {
  return call.faults.some((fault) => fault.kind === kind);
}

export function faultArgument(call: Call, kind: Fault['kind']): string | undefined {
  return call.faults.find((fault) => fault.kind === kind)?.argument;
}
