// Arrivals that come at their own pace, whatever is answered, as those of many clients do. In a process of its own:
//   node bench/overload/generator.mjs '{"port":4000,"perSecond":5000,"connections":800,"durationMs":60000,"seats":[…]}'
// Without perSecond, every connection has its next request as soon as it has its answer. Prints what came of it as JSON.
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { readAnswer, requestText } from '../http/http-text.mjs';

/** An answer that comes later than this is of no use to whoever asked. */
const USEFUL_MS = 1_000;
const WARM_UP_MS = 2_000;
const TICK_MS = 2;
const { port, perSecond, connections, durationMs, seats } = JSON.parse(process.argv[2]);

/** Half of them read a market, three in ten the list, and two in ten write a trade. */
const TEXTS = seats.flatMap(({ marketId }) => {
  const trade = {
    market_id: marketId,
    user_id: randomUUID(),
    side: 'BUY',
    outcome: 'YES',
    price: '0.5',
    quantity: '2',
  };
  const market = requestText({ method: 'GET', path: `/markets/${marketId}` });
  const list = requestText({ method: 'GET', path: '/markets?limit=20' });
  const write = requestText({ method: 'POST', path: '/trade-intents', body: trade });
  return [market, list, market, write, market, list, market, write, market, list];
});

const beginMs = performance.now() + WARM_UP_MS;
const endMs = beginMs + durationMs;
const tally = { offered: 0, good: 0, late: 0, refused: 0, other: 0, broken: 0, unsent: 0 };
const latenciesMs = [];
const idle = [];
let next = 0;

await Promise.all(Array.from({ length: connections }, open));
if (perSecond === undefined) for (const connection of idle.splice(0)) again(connection);
else arrive();
await new Promise((resolve) => setTimeout(resolve, endMs - performance.now() + USEFUL_MS));
latenciesMs.sort((a, b) => a - b);
const at = (share) => latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))];
console.log(
  JSON.stringify({ ...tally, goodPerSecond: (tally.good * 1000) / durationMs, p50Ms: at(0.5), p99Ms: at(0.99) }),
);
process.exit(0);

function arrive() {
  const startedMs = performance.now();
  let issued = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (nowMs > endMs) return clearInterval(timer);
    for (const due = ((nowMs - startedMs) * perSecond) / 1000; issued < due; issued += 1) {
      const dueMs = startedMs + (issued * 1000) / perSecond;
      // In turn: the server closes a connection on which nothing ever comes.
      const connection = idle.shift();
      if (connection !== undefined) send(connection, dueMs);
      else count(dueMs, 'unsent');
    }
  }, TICK_MS);
}

function again(connection) {
  if (performance.now() < endMs) send(connection, performance.now());
}

function send(connection, dueMs) {
  connection.dueMs = dueMs;
  connection.socket.write(TEXTS[(next += 1) % TEXTS.length]);
}

function count(dueMs, what) {
  if (dueMs < beginMs || dueMs > endMs) return;
  tally.offered += 1;
  tally[what] += 1;
}

function open() {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
    const connection = { socket, dueMs: null };
    let received = null;
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (connection.dueMs !== null) count(connection.dueMs, 'broken');
      connection.dueMs = null;
      if (performance.now() < endMs) void open();
    });
    socket.on('connect', () => {
      idle.push(connection);
      resolve();
    });
    socket.on('data', (chunk) => {
      received = received === null ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(received);
      if (answer === null || connection.dueMs === null) return;
      received = null;
      judge(answer.status, connection.dueMs);
      connection.dueMs = null;
      if (perSecond === undefined) again(connection);
      else idle.push(connection);
    });
  });
}

function judge(status, dueMs) {
  const tookMs = performance.now() - dueMs;
  if (status === 503) return count(dueMs, 'refused');
  if (status >= 300) return count(dueMs, 'other');
  count(dueMs, tookMs <= USEFUL_MS ? 'good' : 'late');
  if (dueMs >= beginMs && dueMs <= endMs) latenciesMs.push(tookMs);
}
