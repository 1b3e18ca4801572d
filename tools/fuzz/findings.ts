import type { FuzzRequest } from './requests/fuzz-request.js';

const EXAMPLES_KEPT = 3;
const SHOWN_BYTES = 600;

export interface Finding {
  readonly fault: string;
  readonly route: string;
  readonly count: number;
  /** Requests that show it, and what was answered. */
  readonly examples: readonly { readonly index: number; readonly sent: string; readonly answered: string }[];
}

/** Counts answers by route and status, and keeps what was wrong with them. */
export class Findings {
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #findings = new Map<string, Finding>();

  /** @param outcome the status, or what came instead of an answer */
  count({ route }: FuzzRequest, outcome: string): void {
    const row = this.#counts.get(route) ?? new Map<string, number>();
    row.set(outcome, (row.get(outcome) ?? 0) + 1);
    this.#counts.set(route, row);
  }

  add(request: FuzzRequest, fault: string, answered: Buffer): void {
    const { route, kind, index, bytes } = request;
    const key = `${route}\n${fault}`;
    const known = this.#findings.get(key) ?? { fault, route, count: 0, examples: [] };
    const example = { index, sent: `(${kind}) ${shown(bytes)}`, answered: shown(answered) };
    this.#findings.set(key, {
      ...known,
      count: known.count + 1,
      examples: known.examples.length < EXAMPLES_KEPT ? [...known.examples, example] : known.examples,
    });
  }

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** Answers by route, then by status. */
  get counts(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    return Object.fromEntries([...this.#counts].map(([route, row]) => [route, Object.fromEntries(row)]));
  }
}

function shown(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1', 0, SHOWN_BYTES));
  return bytes.length > SHOWN_BYTES ? `${text} … ${bytes.length} bytes` : text;
}
