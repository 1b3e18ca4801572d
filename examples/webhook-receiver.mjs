// Receives webhooks of Presage in one file: verifies each signature, handles each event once, and proves that none is missing.
//   SECRET=whsec_… node examples/webhook-receiver.mjs
// A receiver that is used in earnest keeps `seen` and `last` in its database, in the transaction that handles the event.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const { SECRET = '', HOST = '127.0.0.1', PORT = '4900' } = process.env;
if (SECRET === '') {
  console.error('Set SECRET to the secret of the webhook (whsec_…), shown when it was created.');
  process.exit(2);
}
const webhook = new Webhook(SECRET);
const seen = new Set(); // ids of handled events: an event may arrive twice
const last = new Map(); // seq of the last event by agent

/** Handles an event once. Return quickly, and leave long work to a queue: a delivery times out after 10 seconds. */
function handle({ type, agent_id: agentId, data: event }) {
  if (seen.has(event.id)) return console.log(`${event.id} again`);
  const previous = last.get(agentId);
  // With `types`, events of other types are left out, and their numbers too.
  if (previous !== undefined && event.seq > previous + 1)
    console.log(`events ${previous + 1} to ${event.seq - 1} are missing`);
  seen.add(event.id);
  if (agentId !== null) last.set(agentId, event.seq);
  console.log(`${agentId} ${event.seq} ${type} ${JSON.stringify(event.data)}`);
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    try {
      // The signature covers the bytes: verify before parsing.
      handle(webhook.verify(Buffer.concat(chunks).toString(), request.headers));
      response.writeHead(204).end(); // 410 would end the webhook; anything else is delivered again
    } catch {
      response.writeHead(400).end();
    }
  });
});
server.listen(Number(PORT), HOST, () => console.log(`receiving on http://${HOST}:${server.address().port}/`));
