import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { MAILBOX_PAGE } from './mailbox-page.js';
import type { MessageStore } from './message-store.js';

const LOOPBACK = '127.0.0.1';
const NOT_FOUND = 'No such route. This is the local mailbox: GET / or GET /messages. The API has another port.';
const SCRIPT_HASH = createHash('sha256')
  .update(/<script>([^]*)<\/script>/.exec(MAILBOX_PAGE)?.[1] ?? '')
  .digest('base64');
/** Inherited by the frame with a message's HTML: allows styles and embedded images, and nothing from the network. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${SCRIPT_HASH}'`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the page at `GET /`, the messages as JSON, newest first, at `GET /messages`, and deletes them at `DELETE /messages`.
 * @returns a function that closes the server
 */
export async function serveMailbox({
  port,
  store,
}: {
  port: number;
  store: MessageStore;
}): Promise<() => Promise<void>> {
  const server = createServer((request, response) => answer(request, response, store));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

function answer(request: IncomingMessage, response: ServerResponse, store: MessageStore): void {
  const path = request.url?.split('?')[0];
  if (!isLocalName(request.headers.host)) return json(response, 403, { error: 'the host must be local' });
  if (path === '/' && request.method === 'GET') return page(response);
  if (path !== '/messages') return json(response, 404, { error: NOT_FOUND });
  if (request.method === 'GET') return json(response, 200, store.list());
  if (request.method !== 'DELETE') return json(response, 405, { error: 'GET or DELETE' }, { allow: 'GET, DELETE' });
  store.clear();
  response.writeHead(204).end();
}

/** Refuses other host names: by DNS rebinding a foreign page could read passcodes. */
function isLocalName(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1') ?? '';
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}

function page(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
  response.end(MAILBOX_PAGE);
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(JSON.stringify(body));
}
