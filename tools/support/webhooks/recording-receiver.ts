// A receiver that a test kills: appends each delivery to a file before it answers. Usage: recording-receiver.js PORT FILE
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Arrival } from './check-deliveries.js';

/** Most kills then meet a delivery that is under way. */
const ANSWER_DELAY_MS = 30;
const [port = '', file = ''] = process.argv.slice(2);

const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end(); // asks whether the receiver listens
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { headers, url = '' } = request;
    const arrival: Arrival = {
      path: url,
      id: String(headers['webhook-id']),
      timestampS: Number(headers['webhook-timestamp']),
      signatures: String(headers['webhook-signature']),
      body: Buffer.concat(chunks).toString(),
    };
    appendFileSync(file, `${JSON.stringify(arrival)}\n`);
    setTimeout(() => response.writeHead(204).end(), ANSWER_DELAY_MS);
  });
});
server.listen(Number(port), '127.0.0.1');
