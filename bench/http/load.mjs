// The load, in a process of its own: so many open connections, each with its next request as soon as it has its answer.
//   node bench/http/load.mjs '{"scenario":"market","ports":[4000],"connections":64,"durationMs":2000,"seats":[…]}'
// It prints as JSON what came to its end in that time, wherever it began: counting whole walks alone would favour short
// ones.
import net from 'node:net';
import { readAnswer, requestText } from './http-text.mjs';
import { SCENARIOS } from './scenarios.mjs';

const WARM_UP = 0.2;
const { scenario, ports, connections, durationMs, seats } = JSON.parse(process.argv[2]);
const { steps } = SCENARIOS[scenario];
const fixed = steps.length === 1 && steps[0](seats[0]).method === 'GET';

const beginMs = performance.now() + durationMs * WARM_UP;
const endMs = beginMs + durationMs;
const latenciesMs = [];
let all = 0;
const walks = Array.from({ length: connections }, (_, at) => walk(ports[at % ports.length], seats[at % seats.length]));
await Promise.all(walks);
if (latenciesMs.length === 0) throw new Error('no walk came to its end: the duration is too short');
latenciesMs.sort((a, b) => a - b);
const at = (share) => latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))];
console.log(
  JSON.stringify({
    all,
    count: latenciesMs.length,
    perSecond: (latenciesMs.length * 1000) / durationMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }),
);

async function walk(port, seat) {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
  const same = fixed ? requestText(steps[0](seat)) : null;
  let received = [];
  let onAnswer;
  let onFailure;
  socket.on('error', (error) => onFailure(error));
  socket.on('data', (chunk) => {
    received.push(chunk);
    const answer = readAnswer(received.length === 1 ? chunk : Buffer.concat(received));
    if (answer === null) return;
    received = [];
    onAnswer(answer);
  });
  const ask = (text) =>
    new Promise((resolve, reject) => {
      [onAnswer, onFailure] = [resolve, reject];
      socket.write(text);
    });

  for (let nowMs = performance.now(); nowMs < endMs;) {
    const startedMs = nowMs;
    let body = null;
    for (const step of steps) {
      const answer = await ask(same ?? requestText(step(seat, body)));
      if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body}`);
      if (steps.length > 1) body = JSON.parse(answer.body);
    }
    nowMs = performance.now();
    all += 1;
    if (nowMs >= beginMs && nowMs <= endMs) latenciesMs.push(nowMs - startedMs);
  }
  socket.destroy();
}
