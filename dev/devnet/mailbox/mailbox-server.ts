import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import Fastify from 'fastify';
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
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/**
 * Serves the page at `GET /`, the messages as JSON, newest first, at `GET /messages`, and deletes them at `DELETE /messages`.
 * @returns a function that closes the server
 */
export async function serveMailbox(port: number, store: MessageStore): Promise<() => Promise<void>> {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (!isLocalName(headers.host)) return reply.code(403).send({ error: 'the host must be local' });
    return undefined;
  });
  app.get('/', (_request, reply) => reply.headers(PAGE_HEADERS).send(MAILBOX_PAGE));
  app.get('/messages', (_request, reply) => reply.header('cache-control', 'no-store').send(store.list()));
  app.delete('/messages', (_request, reply) => {
    store.clear();
    return reply.code(204).send();
  });
  app.setNotFoundHandler(({ url }, reply) =>
    url.startsWith('/messages')
      ? reply.code(405).header('allow', 'GET, DELETE').send({ error: 'GET or DELETE' })
      : reply.code(404).send({ error: NOT_FOUND }),
  );
  await app.listen({ host: LOOPBACK, port });
  return () => app.close();
}

/** Refuses other host names: by DNS rebinding a foreign page could read passcodes. */
function isLocalName(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1') ?? '';
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name) !== 0;
}
