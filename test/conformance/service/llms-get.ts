import { randomBytes } from 'node:crypto';
import { newAgent } from '../../agents/requests.js';
import { LOWER_CASE_UUID } from '../support/bodies.js';
import type { Product } from '../support/product.js';

interface Request {
  method: 'GET' | 'POST';
  path: string;
  body: string | null;
  /** Path of each name's value in the answer. */
  gives: [name: string, place: string][];
}

/** Returns the numbered requests below a heading of the text. */
function parseRequests(text: string, heading: string): Request[] {
  const chapter = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return chapter
    .split(/\n(?=\d+\. )/)
    .slice(1)
    .map((step) => {
      const [, method, path = ''] = /^\d+\. [^\n]*: `(GET|POST) (\S+)`/.exec(step) ?? [];
      const body = /\n {3}`(\{.*\})`/.exec(step)?.[1] ?? null;
      const gives = [...step.matchAll(/`<(\w+)>` is `([\w.[\]]+)`/g)].map(([, name = '', place = '']) => [name, place]);
      return { method, path, body, gives } as Request;
    });
}

/** Placeholder for a request that the text lacks. */
const WRONG: Request = { method: 'GET', path: '/the-text-has-no-such-request', body: null, gives: [] };

/** An agent that knows only the text and fills in its names. */
class Reader {
  readonly names = new Map<string, string>();

  constructor(private readonly api: Product['client']) {}

  async send({ method, path, body, gives }: Request): Promise<number> {
    const json = { headers: { 'content-type': 'application/json' }, body: this.filled(body ?? '') };
    const wait = { headers: { prefer: 'wait=60' } };
    const answer = await this.api.send(this.filled(path), { method, ...(body === null ? wait : json) });
    for (const [name, place] of gives) this.learn(name, place, answer.body);
    return answer.status;
  }

  /** Reads a path; in a list, from the first row that has it. */
  private learn(name: string, place: string, body: unknown): void {
    const [rows, field] = place.split('[].');
    const found = field === undefined ? [body] : (valueAt(body, rows ?? '') as unknown[]);
    const value = found.filter((row) => valueAt(row, 'onchain') !== null).map((row) => valueAt(row, field ?? place))[0];
    if (typeof value === 'string') this.names.set(name, value);
  }

  private filled(text: string): string {
    return text.replaceAll(/<([^>]+)>/g, (whole, name: string) => this.names.get(name) ?? whole);
  }
}

function valueAt(value: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], value);
}

export function llmsGet({ client: api }: Product): void {
  describe('GET /llms.txt', () => {
    it('leads an agent to a market and a trade, request by request', async () => {
      const text = await (await fetch(`${api.baseUrl}/llms.txt`)).text();
      const reader = new Reader(api);
      reader.names.set('agent_id', newAgent());
      reader.names.set('a key that is unique to this action', randomBytes(4).toString('hex'));
      reader.names.set('market', `market-${randomBytes(4).toString('hex')}`);
      reader.names.set('RFC 3339 time or unix seconds, in the future', new Date(Date.now() + 3_600_000).toISOString());
      const [wallet, faucet, list, ...trade] = parseRequests(text, 'A trade in four requests');
      const market = parseRequests(text, 'Creating a market');
      const statuses: number[] = [];
      for (const request of [wallet, faucet, ...market, ...trade]) statuses.push(await reader.send(request ?? WRONG));
      expect(statuses).toEqual([201, 200, 200, 200, 200]);
      expect(reader.names.get('hash')).toMatch(/^0x[0-9a-f]{64}$/);

      expect(await reader.send(list ?? WRONG)).toBe(200);
      expect(Object.fromEntries(reader.names)).toMatchObject({
        id: LOWER_CASE_UUID,
        market: expect.any(String),
        contract: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      });
    });
  });
}
