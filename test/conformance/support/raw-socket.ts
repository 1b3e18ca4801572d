import net from 'node:net';
import { noteAnsweredCode } from '../../support/answered-codes.js';
import type { AnswerBody } from './answer.js';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: AnswerBody | null;
}

/** Writes raw bytes and reads one response. */
export async function exchange(url: string, ...pieces: (string | Buffer)[]): Promise<RawResponse> {
  const [response] = await exchangeMany(url, 1, ...pieces);
  if (response === undefined) throw new Error('the connection closed without a response');
  return response;
}

/** Writes raw bytes and reads `count` responses, or fewer if the server closes. */
export async function exchangeMany(url: string, count: number, ...pieces: (string | Buffer)[]): Promise<RawResponse[]> {
  const socket = connect(url);
  for (const piece of pieces) socket.write(piece);
  const responses = await readResponses(socket, count);
  socket.destroy();
  return responses;
}

export function connect(url: string): net.Socket {
  const { hostname, port } = new URL(url);
  return net.connect(Number(port), hostname);
}

export function readResponses(socket: net.Socket, count: number): Promise<RawResponse[]> {
  let received = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    const answer = (): void => {
      const responses = parseAll(received);
      for (const { body } of responses) noteAnsweredCode(body);
      resolve(responses);
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (parseAll(received).length >= count) answer();
    });
    socket.on('close', answer);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that has answered may close before all bytes are written.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') answer();
      else reject(error);
    });
  });
}

function parseAll(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = bytes; ;) {
    const head = rest.indexOf('\r\n\r\n');
    if (head === -1) return responses;
    const [statusLine = '', ...lines] = rest.subarray(0, head).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const end = head + 4 + Number(headers['content-length'] ?? 0);
    if (rest.length < end) return responses;
    const body = rest.subarray(head + 4, end).toString('utf8');
    const status = Number(statusLine.split(' ')[1]);
    // Skips 100 Continue, which precedes the answer.
    if (status >= 200) responses.push({ status, headers, body: body === '' ? null : (JSON.parse(body) as AnswerBody) });
    rest = rest.subarray(end);
  }
}
