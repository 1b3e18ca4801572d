import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NEEDLES } from './planted-secrets.js';

/** What an answer can be instead of what was asked for, each full of secrets. */
export const TROUBLES = [
  ...([400, 404, 409, 422, 429, 500, 502, 503] as const),
  ...(['malformed', 'html', 'truncated', 'redirect', 'reset', 'other-shape', 'failed-later'] as const),
] as const;

export type Trouble = (typeof TROUBLES)[number] | 401;

/** Kept from before anybody listens to what the product answers. */
const ask = globalThis.fetch;
const ALL = NEEDLES.map(({ text }) => text);
const ANSWERS_SPOILT = 3;

/** Stands before the local wallet provider, and plants every secret in every answer, header and error. */
export class PlantingProvider {
  planted = 0;
  readonly #troubles = new Map<string, { trouble: Trouble; left: number }>();
  readonly #failedLater = new Set<string>();
  #turn = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {}

  static async start(targetPort: number): Promise<PlantingProvider> {
    const server = createServer();
    const provider = new PlantingProvider(server, `http://127.0.0.1:${targetPort}`);
    server.on('request', (request, response) => {
      // What stands behind may be ended while it is asked.
      provider.answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The next requests that name this wallet, by id or address, are answered like this. */
  spoil(wallet: readonly string[], trouble: Trouble): void {
    for (const name of wallet) this.#troubles.set(name, { trouble, left: ANSWERS_SPOILT });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    this.planted += 1;
    for (const [encoding, value] of headers()) response.setHeader(encoding, value);
    const known = [...this.#failedLater].find((id) => request.url?.includes(id));
    if (known !== undefined) return this.send(response, 200, { data: { transaction: this.failed(known) } });
    const trouble = this.takeTrouble(`${request.url} ${body}`);
    if (trouble !== null) return this.makeTrouble(trouble, response);
    const answer = await ask(this.target + request.url, {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    });
    const text = await answer.text();
    if (text === '') return void response.writeHead(answer.status).end();
    this.send(response, answer.status, JSON.parse(text));
  }

  private takeTrouble(text: string): Trouble | null {
    for (const [name, entry] of this.#troubles) {
      if (entry.left === 0 || !text.includes(name)) continue;
      entry.left -= 1;
      return entry.trouble;
    }
    return null;
  }

  private makeTrouble(trouble: Trouble, response: ServerResponse): void {
    const text = ALL.join(' ');
    if (typeof trouble === 'number') return this.refuse(trouble, response);
    switch (trouble) {
      case 'malformed':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(`{"data": ${text}`);
      case 'html':
        return void response.writeHead(502, { 'content-type': 'text/html' }).end(`<h1>${text}</h1>`);
      case 'truncated':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length * 2 });
        return void response.write(text, () => response.destroy());
      case 'redirect':
        return void response
          .writeHead(302, { location: `http://127.0.0.1:1/${encodeURIComponent(this.next())}` })
          .end();
      case 'reset':
        return void response.socket?.resetAndDestroy();
      case 'other-shape':
        return this.send(response, 200, { data: { id: this.next(), transaction: this.next(), tokenBalances: ALL } });
      case 'failed-later': {
        const id = randomUUID();
        this.#failedLater.add(id);
        return this.send(response, 201, { data: { id, state: 'INITIATED' } });
      }
    }
  }

  private refuse(status: number, response: ServerResponse): void {
    const text = ALL.join(' ');
    response.statusMessage = this.next();
    if (status === 429) response.setHeader('retry-after', this.next());
    this.send(response, status, { code: 2, message: text, errors: [{ message: text }] });
  }

  private failed(id: string): object {
    return {
      id,
      state: 'FAILED',
      errorReason: 'AKIAIOSFODNN7EXAMPLE',
      errorDetails: ALL.join(' '),
      refId: this.next(),
    };
  }

  private send(response: ServerResponse, status: number, body: object): void {
    const planted = { ...(this.plantIn(body) as object), debug: ALL };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(planted));
  }

  /** A secret in every object, in every text that is free, and in a token of its own. */
  private plantIn(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.plantIn(item));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [name, this.plantIn(member)] as const);
    const planted: Record<string, unknown> = { ...Object.fromEntries(members), note: this.next() };
    for (const name of ['name', 'userId', 'custodyType', 'errorDetails']) planted[name] = this.next();
    if (Array.isArray(planted.tokenBalances)) planted.tokenBalances.push(...ALL.map((text) => tokenNamed(text)));
    return planted;
  }

  private next(): string {
    return ALL[this.#turn++ % ALL.length] ?? '';
  }
}

function tokenNamed(text: string): object {
  const token = { name: text, symbol: text, decimals: 6, tokenAddress: text, blockchain: text };
  return { amount: '1', token };
}

function* headers(): Generator<[string, string]> {
  for (const encoding of ['plain', 'base64', 'hex', 'url'] as const) {
    const texts = NEEDLES.filter((needle) => needle.encoding === encoding).map(({ text }) => text);
    yield [`x-debug-${encoding}`, texts.join(' ')];
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}
