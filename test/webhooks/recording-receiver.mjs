// @ts-check
// A receiver that a test kills: appends each delivery to a file before it answers. Usage: recording-receiver.mjs PORT FILE
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Most kills then meet a delivery that is under way. */
const ANSWER_DELAY_MS = 30;
const [port = '', file = ''] = process.argv.slice(2);

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const line = { id: request.headers['webhook-id'], agentId: body.agent_id, seq: body.data.seq };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    setTimeout(() => response.writeHead(204).end(), ANSWER_DELAY_MS);
  });
});
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
