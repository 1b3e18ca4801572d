import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChainGate {
  readonly url: string;
  /** Closes connections without an answer until `open`. */
  shut(): void;
  open(): void;
  /** Returns the number of requests with this method that were closed without an answer since the last `shut`. */
  countClosed(method: string): number;
  /** Forwards the next request with this method and drops its answer. Resolves when the answer is dropped. */
  dropAnswerTo(method: string): Promise<void>;
  /** Answers the next request with this method by a JSON-RPC error. Resolves when it is answered. */
  refuse(method: string): Promise<void>;
  close(): Promise<void>;
}

interface ExpectedRequest {
  readonly method: string;
  readonly resolve: () => void;
}

/** Opens an HTTP proxy between the provider and its chain. */
export async function openChainGate(chainUrl: string): Promise<ChainGate> {
  let isOpen = true;
  let closed: string[] = [];
  let dropped: ExpectedRequest | undefined;
  let refused: ExpectedRequest | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void forward(Buffer.concat(chunks).toString()));

    async function forward(body: string): Promise<void> {
      if (!isOpen) {
        closed.push(body);
        return void request.socket.destroy();
      }
      if (refused !== undefined && body.includes(refused.method)) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(encodeRejection(body));
        refused.resolve();
        refused = undefined;
        return;
      }
      const answer = await fetch(chainUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const text = await answer.text();
      if (dropped === undefined || !body.includes(dropped.method)) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(text);
        return;
      }
      request.socket.destroy();
      dropped.resolve();
      dropped = undefined;
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: () => {
      isOpen = false;
      closed = [];
    },
    open: () => void (isOpen = true),
    countClosed: (method) => closed.filter((body) => body.includes(method)).length,
    dropAnswerTo: (method) => new Promise((resolve) => void (dropped = { method, resolve })),
    refuse: (method) => new Promise((resolve) => void (refused = { method, resolve })),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Refuses every call of a request, which may be a batch. */
function encodeRejection(body: string): string {
  const refuse = ({ id }: { id: number }) => ({
    jsonrpc: '2.0',
    id,
    error: { code: -32603, message: 'internal error' },
  });
  const request = JSON.parse(body) as { id: number } | { id: number }[];
  return JSON.stringify(Array.isArray(request) ? request.map(refuse) : refuse(request));
}
