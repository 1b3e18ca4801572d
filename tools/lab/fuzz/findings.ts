import type { FuzzRequest } from './requests/fuzz-request.js';

const MAX_EXAMPLES = 3;
const MAX_SHOWN_BYTES = 600;

export interface Finding {
  readonly fault: string;
  readonly route: string;
  readonly count: number;
  /** Requests that caused it, with their answers. */
  readonly examples: readonly { readonly index: number; readonly sent: string; readonly answered: string }[];
}

/** Counts answers by route and status, and collects the violations. */
export class Findings {
  private readonly countsByRoute = new Map<string, Map<string, number>>();
  private readonly findingsByKey = new Map<string, Finding>();

  /** @param outcome the status, or a word when no answer arrived */
  count({ route }: FuzzRequest, outcome: string): void {
    const row = this.countsByRoute.get(route) ?? new Map<string, number>();
    row.set(outcome, (row.get(outcome) ?? 0) + 1);
    this.countsByRoute.set(route, row);
  }

  add(request: FuzzRequest, fault: string, answered: Buffer): void {
    const { route, kind, index, bytes } = request;
    const key = `${route}\n${fault}`;
    const known = this.findingsByKey.get(key) ?? { fault, route, count: 0, examples: [] };
    const example = { index, sent: `(${kind}) ${shown(bytes)}`, answered: shown(answered) };
    this.findingsByKey.set(key, {
      ...known,
      count: known.count + 1,
      examples: known.examples.length < MAX_EXAMPLES ? [...known.examples, example] : known.examples,
    });
  }

  get findings(): readonly Finding[] {
    return [...this.findingsByKey.values()];
  }

  /** Answers by route, then by status. */
  get counts(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    return Object.fromEntries([...this.countsByRoute].map(([route, row]) => [route, Object.fromEntries(row)]));
  }
}

function shown(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1', 0, MAX_SHOWN_BYTES));
  return bytes.length > MAX_SHOWN_BYTES ? `${text} … ${bytes.length} bytes` : text;
}
