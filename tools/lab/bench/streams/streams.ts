import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { Random } from '../../../support/random.js';
import { type BenchDatabase, startApi } from '../http/bench-servers.js';
import { inParallel } from '../../../support/in-parallel.js';
import { quantile } from '../support/measure.js';
import type { Figure } from '../support/report.js';
import { writeEvents } from './event-writer.js';
import { StreamClient } from './stream-client.js';

/** Share of the streams that follow a log with others. */
const SHARED_STREAMS = 0.2;
const STREAMS_PER_SHARED_LOG = 100;
/** Share of the events in logs that many streams follow. */
const SHARED_EVENTS = 0.05;
/** More than one, because streams may hold 80 % of a process's connections. */
const CONNECTIONS_PER_STREAM = 1.3;
const MIN_CONNECTIONS = 100;
/** Streams that are opened at a time. */
const OPENING = 32;
const WARM_UP_S = 5;
const DELIVERY_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 100;
const MAX_P99_MS = 1_000;
const MAX_MEMORY_MB = 400;
const SEED = 20_261_122;

export interface StreamsOptions {
  readonly streams: number;
  readonly eventsPerSecond: number;
  readonly seconds: number;
}

interface OpenStream {
  readonly log: string;
  readonly client: StreamClient;
}

/** Opens streams on one API process, most of which are the only one of their log, and measures the delivery of steady events. */
export async function benchStreams(database: BenchDatabase, options: StreamsOptions): Promise<Figure[]> {
  const connections = Math.max(MIN_CONNECTIONS, Math.ceil(options.streams * CONNECTIONS_PER_STREAM));
  const api = await startApi(database, { API_CONNECTIONS_MAX: String(connections), LOG_LEVEL: 'warn' });
  const agents = listAgents(options.streams);
  const receivedAtMs: [intentId: string, atMs: number][] = [];
  const streams: OpenStream[] = [];
  const startedMs = performance.now();
  await inParallel(agents.streams, OPENING, async (agentId) => {
    const client = await StreamClient.open(api.port, `/agent/events/${agentId}`, (intentId) =>
      receivedAtMs.push([intentId, performance.now()]),
    );
    streams.push({ log: `agent:${agentId}`, client });
  });
  const openingS = (performance.now() - startedMs) / 1_000;
  const openedMb = api.peakMemoryMb();

  const cpuBeforeUs = api.cpuUs();
  const seconds = WARM_UP_S + options.seconds;
  const measuredFromMs = performance.now() + WARM_UP_S * 1_000;
  const committedAtMs = await writeEvents({
    ...{ url: database.url, perSecond: options.eventsPerSecond, seconds },
    pickAgent: agents.pickForEvent,
  });
  const cpuShare = (api.cpuUs() - cpuBeforeUs) / (seconds * 1_000_000);
  const lost = await untilDelivered(database, streams);
  const memoryMb = api.peakMemoryMb();
  const gaps = streams.reduce((total, { client }) => total + client.gaps, 0);
  streams.forEach(({ client }) => client.close());
  await api.stop();

  const latenciesMs = receivedAtMs.flatMap(([intentId, atMs]) => {
    const committedMs = committedAtMs.get(intentId) ?? Infinity;
    return committedMs < measuredFromMs ? [] : [Math.max(0, atMs - committedMs)];
  });
  const [p50Ms, maxMs] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 1)];
  const note = `${options.streams} streams opened in ${openingS.toFixed(0)} s, ${openedMb.toFixed(0)} MiB then`;
  return [
    {
      name: 'commit → client, p99',
      ...{ unit: 'ms', product: quantile(latenciesMs, 0.99), bar: { max: MAX_P99_MS } },
      note: `${latenciesMs.length} deliveries, p50 ${p50Ms.toFixed(0)} ms, maximum ${maxMs.toFixed(0)} ms`,
    },
    { name: 'memory of the API, peak', unit: 'MiB', product: memoryMb, bar: { max: MAX_MEMORY_MB }, note },
    { name: 'CPU of the API', unit: 'cores', product: cpuShare, bar: {}, note: `${options.eventsPerSecond} events/s` },
    { name: 'events lost, repeated or out of order', unit: 'events', product: lost + gaps, bar: { max: 0 }, note: '' },
  ];
}

interface Agents {
  /** Agent of each stream. */
  readonly streams: readonly string[];
  readonly pickForEvent: () => string;
}

function listAgents(streams: number): Agents {
  const shared = Math.floor(streams * SHARED_STREAMS);
  const alone = streams - shared;
  const sharedLogs = Math.ceil(shared / STREAMS_PER_SHARED_LOG);
  const random = new Random(SEED);
  return {
    streams: [
      ...Array.from({ length: alone }, (_, index) => `agent_alone_${index}`),
      ...Array.from({ length: shared }, (_, index) => `agent_shared_${index % sharedLogs}`),
    ],
    pickForEvent: () =>
      sharedLogs > 0 && random.chance(SHARED_EVENTS)
        ? `agent_shared_${random.between(0, sharedLogs - 1)}`
        : `agent_alone_${random.between(0, alone - 1)}`,
  };
}

/** Waits until every stream is at the head of its log. @returns number of events that did not arrive in time */
async function untilDelivered({ url }: BenchDatabase, streams: readonly OpenStream[]): Promise<number> {
  const heads = await withClient(url, async (client) => {
    const { rows } = await client.query<{ log: string; head: number }>(
      'SELECT log, head_seq::int AS head FROM event_logs',
    );
    return new Map(rows.map(({ log, head }) => [log, head]));
  });
  const missing = (): number =>
    streams.reduce((total, { log, client }) => total + Math.max(0, (heads.get(log) ?? 0) - client.position), 0);
  const deadlineMs = performance.now() + DELIVERY_TIMEOUT_MS;
  while (missing() > 0 && performance.now() < deadlineMs) await delay(POLL_INTERVAL_MS);
  return missing();
}
