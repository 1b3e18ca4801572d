import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NEEDLES } from './planted-secrets.js';

/** Ways in which the provider fails, each with secrets in its answer: an HTTP status or a kind of malformed answer. */
export const PROVIDER_FAILURES = [
  ...([400, 404, 409, 422, 429, 500, 502, 503] as const),
  ...(['malformed', 'html', 'truncated', 'redirect', 'reset', 'other-shape', 'failed-later'] as const),
] as const;

export type ProviderFailure = (typeof PROVIDER_FAILURES)[number] | 401;

/** The unrecorded `fetch`: recordAnswers replaces the global one. */
const unrecordedFetch = globalThis.fetch;
const ALL = NEEDLES.map(({ text }) => text);
/** Number of requests for a wallet that fail once a failure is set. */
const FAILURES_PER_WALLET = 3;

/** Proxy before the local wallet provider that plants secrets in every answer, header and error. */
export class SecretPlantingProvider {
  /** Number of answers given. */
  answered = 0;
  private readonly failures = new Map<string, { failure: ProviderFailure; left: number }>();
  private readonly failedLater = new Set<string>();
  private needleIndex = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {}

  static async start(targetPort: number): Promise<SecretPlantingProvider> {
    const server = createServer();
    const provider = new SecretPlantingProvider(server, `http://127.0.0.1:${targetPort}`);
    server.on('request', (request, response) => {
      // The provider may be stopped while a request is open.
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

  /** Makes the next requests that name this wallet, by id or address, fail. */
  failFor(wallet: readonly string[], failure: ProviderFailure): void {
    for (const name of wallet) this.failures.set(name, { failure, left: FAILURES_PER_WALLET });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    this.answered += 1;
    for (const [encoding, value] of headers()) response.setHeader(encoding, value);
    const known = [...this.failedLater].find((id) => request.url?.includes(id));
    if (known !== undefined) return this.send(response, 200, { data: { transaction: this.failedTransaction(known) } });
    const failure = this.takeFailure(`${request.url} ${body}`);
    if (failure !== null) return this.fail(failure, response);
    const answer = await unrecordedFetch(this.target + request.url, {
      method: request.method ?? 'GET',
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    });
    const text = await answer.text();
    if (text === '') return void response.writeHead(answer.status).end();
    this.send(response, answer.status, JSON.parse(text));
  }

  private takeFailure(text: string): ProviderFailure | null {
    for (const [name, entry] of this.failures) {
      if (entry.left === 0 || !text.includes(name)) continue;
      entry.left -= 1;
      return entry.failure;
    }
    return null;
  }

  private fail(failure: ProviderFailure, response: ServerResponse): void {
    const text = ALL.join(' ');
    if (typeof failure === 'number') return this.refuse(failure, response);
    switch (failure) {
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
        this.failedLater.add(id);
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

  private failedTransaction(id: string): object {
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

  /** Adds a secret to every object, to every free text and as a separate token. */
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
    return ALL[this.needleIndex++ % ALL.length] ?? '';
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

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}
