import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { ScriptedAnswer, SentRequest, Vector } from './vector.js';

/** Headers that the HTTP library of each language adds on its own. */
const OF_THE_RUNTIME = [
  ...['host', 'connection', 'user-agent', 'accept-encoding', 'accept-language', 'content-length', 'sec-fetch-mode'],
  'traceparent', // random
];
const TRICKLE_INTERVAL_MS = 20;

/** A server on a socket that answers the requests of each vector as its script says. Their paths begin with its number. */
export class ScriptedServer {
  readonly requests: SentRequest[][];
  private readonly server = createServer((socket) => this.serve(socket));
  private readonly sockets = new Set<Socket>();

  constructor(private readonly vectors: readonly Vector[]) {
    this.requests = vectors.map(() => []);
  }

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    let received = Buffer.alloc(0);
    let isAnswered = false;
    socket.on('error', () => socket.destroy()).on('close', () => this.sockets.delete(socket));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const request = isAnswered ? null : parseRequest(received);
      if (request === null) return;
      isAnswered = true;
      const [, number = '', target = ''] = /^\/(\d+)(\/.*)$/.exec(request.target) ?? [];
      const sent = this.requests[Number(number)];
      const answer = this.vectors[Number(number)]?.answers[sent?.length ?? 0];
      sent?.push({ ...request, target });
      void respond(
        socket,
        answer ?? { status: 400, json: { error: { code: 'script_ended', message: 'Unexpected.' } } },
      );
    });
  }
}

function parseRequest(received: Buffer): SentRequest | null {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const all = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  const headers: Record<string, string> = Object.fromEntries(all);
  const body = received.subarray(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return null;
  const [method = '', target = ''] = first.split(' ');
  const own = Object.entries(headers).filter(([name]) => !OF_THE_RUNTIME.includes(name));
  return { method, target, headers: Object.fromEntries(own.toSorted()), body: body.toString('hex') };
}

async function respond(socket: Socket, { status = 200, json, text, headers, fault }: ScriptedAnswer): Promise<void> {
  if (fault === 'hang') return;
  if (fault === 'drop') return void socket.destroy();
  const body = Buffer.from(text ?? JSON.stringify(json ?? {}));
  const type = text === undefined ? { 'content-type': 'application/json; charset=utf-8' } : {};
  const isChunked = fault === 'chunked' || fault === 'cut-chunked';
  const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) };
  // Node's fetch takes an answer that announced the end of the connection for complete, however it ends.
  const end = fault === 'cut-chunked' ? {} : { connection: 'close' };
  const fields = Object.entries({ ...type, ...length, ...headers, ...end });
  const head = [`HTTP/1.1 ${status} Scripted`, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  );
  const half = Math.ceil(body.length / 2);
  if (fault === 'cut') return void socket.write(head + body.subarray(0, half).toString(), () => socket.destroy());
  if (isChunked) {
    const parts = [body.subarray(0, half), body.subarray(half)].map(
      (part) => `${part.length.toString(16)}\r\n${part.toString()}\r\n`,
    );
    if (fault === 'cut-chunked') return void socket.write(head + (parts[0] ?? ''), () => socket.destroy());
    return void socket.end(`${head}${parts.join('')}0\r\n\r\n`);
  }
  if (fault !== 'trickle') return void socket.end(Buffer.concat([Buffer.from(head), body]));
  for (const byte of head + body.toString()) {
    if (socket.destroyed) return;
    socket.write(byte);
    await new Promise((resolve) => setTimeout(resolve, TRICKLE_INTERVAL_MS));
  }
}
