import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChainGate {
  readonly url: string;
  /** Lets nothing through, until it is opened. */
  shut(): void;
  open(): void;
  /** The next request with this method reaches the chain, and its answer is lost. Resolves when that has happened. */
  loseAnswerTo(method: string): Promise<void>;
  close(): Promise<void>;
}

/** Stands between the provider and its chain. */
export async function openChainGate(chainUrl: string): Promise<ChainGate> {
  let isOpen = true;
  let lost: { method: string; tell: () => void } | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void forward(Buffer.concat(chunks).toString()));

    async function forward(body: string): Promise<void> {
      if (!isOpen) return void request.socket.destroy();
      const answer = await fetch(chainUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const text = await answer.text();
      if (lost === undefined || !body.includes(lost.method)) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(text);
        return;
      }
      request.socket.destroy();
      lost.tell();
      lost = undefined;
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: () => void (isOpen = false),
    open: () => void (isOpen = true),
    loseAnswerTo: (method) => new Promise((tell) => void (lost = { method, tell })),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
