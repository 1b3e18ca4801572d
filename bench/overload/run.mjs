// Five times what the API can do, for a minute: it goes on doing nearly as much, and says in time that it is alive.
import { spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { openSite, startApi } from '../http/stack-config.mjs';
import { readAnswer, requestText } from '../http/http-text.mjs';

const GENERATOR = path.join(import.meta.dirname, 'generator.mjs');
const SATURATING = [16, 64, 128];
const SATURATION_MS = 6_000;
const TIMES = 5;
const CONNECTIONS = 800;
const PROBE_INTERVAL_MS = 50;
const BARS = { goodput: 0.8, healthMs: 50 };

/** @returns whether both bars are met */
export async function runOverload(run, { seconds, settings = {} }) {
  const site = await openSite(run);
  const api = await startApi(site, { LOG_LEVEL: 'warn', ...settings });
  const { port } = api;
  const load = (options) => generate({ port, seats: site.seats, ...options });
  try {
    const saturate = async (connections) => {
      const found = await load({ connections, durationMs: SATURATION_MS });
      console.log(`${connections} connections: ${perSecond(found)}, p99 ${found.p99Ms.toFixed(0)} ms`);
      return { ...found, connections };
    };
    let peak = { goodPerSecond: 0, connections: 0 };
    for (const connections of SATURATING) {
      const found = await saturate(connections);
      if (found.goodPerSecond > peak.goodPerSecond) peak = found;
    }
    const rate = Math.round(peak.goodPerSecond * TIMES);
    console.log(`offering ${rate} requests a second for ${seconds} s`);
    const probe = probeHealth(port);
    const loaded = await load({ connections: CONNECTIONS, durationMs: seconds * 1000, perSecond: rate });
    const health = await probe.stop();
    // A machine under full load slows down by itself, some by a quarter within a minute: so the peak is taken again.
    const after = await saturate(peak.connections);
    return report({ peaks: [peak, after], loaded, health });
  } finally {
    await api.stop();
  }
}

function report({ peaks, loaded, health }) {
  const peak = peaks.reduce((sum, { goodPerSecond }) => sum + goodPerSecond, 0) / peaks.length;
  const share = loaded.goodPerSecond / peak;
  const { offered, good, late, refused, other, broken, unsent, p50Ms, p99Ms } = loaded;
  console.log(`offered ${offered}: good ${good}, late ${late}, refused ${refused}, other ${other}, broken ${broken}`);
  console.log(`not even sent, because all ${CONNECTIONS} connections waited: ${unsent}`);
  console.log(
    `goodput ${perSecond(loaded)}, ${share.toFixed(2)} of the mean of the peaks before and after, ${peak.toFixed(0)} (bar ${BARS.goodput})`,
  );
  console.log(`good answers after ${p50Ms?.toFixed(0)} ms, p99 ${p99Ms?.toFixed(0)} ms`);
  console.log(
    `/health, ${health.count} times: p50 ${health.p50Ms.toFixed(1)} ms, p99 ${health.p99Ms.toFixed(1)} ms (bar ${BARS.healthMs}), longest ${health.longestMs.toFixed(1)} ms`,
  );
  return share >= BARS.goodput && health.p99Ms <= BARS.healthMs && health.failed === 0;
}

function perSecond({ goodPerSecond }) {
  return `${goodPerSecond.toFixed(0)} useful answers a second`;
}

function generate(options) {
  const child = spawn(process.execPath, [GENERATOR, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`ended with ${code}`))));
  });
}

/** Asks whether the process is alive, again and again over one connection. */
function probeHealth(port) {
  const text = requestText({ method: 'GET', path: '/health' });
  const latenciesMs = [];
  let failed = 0;
  let askedMs = null;
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
  socket.on('data', (chunk) => {
    if (readAnswer(chunk)?.status !== 200) failed += 1;
    else latenciesMs.push(performance.now() - askedMs);
    askedMs = null;
  });
  const timer = setInterval(() => {
    if (askedMs !== null) return;
    askedMs = performance.now();
    socket.write(text);
  }, PROBE_INTERVAL_MS);
  return {
    stop: () => {
      clearInterval(timer);
      socket.destroy();
      latenciesMs.sort((a, b) => a - b);
      const at = (share) => latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))];
      return { count: latenciesMs.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) };
    },
  };
}
