import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChainGate {
  readonly url: string;
  /** Closes connections without an answer until `open`. */
  shut(): void;
  open(): void;
  /** Forwards the next request with this method and drops its answer. Resolves when the answer is dropped. */
  dropAnswerTo(method: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens an HTTP proxy between the provider and its chain. */
export async function openChainGate(chainUrl: string): Promise<ChainGate> {
  let isOpen = true;
  let dropped: { method: string; resolve: () => void } | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void forward(Buffer.concat(chunks).toString()));

    async function forward(body: string): Promise<void> {
      if (!isOpen) return void request.socket.destroy();
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
    shut: () => void (isOpen = false),
    open: () => void (isOpen = true),
    dropAnswerTo: (method) => new Promise((resolve) => void (dropped = { method, resolve })),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
