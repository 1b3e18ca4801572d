import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { parseOwnJson } from '../../../support/json.js';
import { programOptions } from '../support/program.js';
import type { Recording } from './recording.js';
import { cursorOf, presentMarket, presentTrade } from './reference-presenters.js';
import { newId, Replay, textOf } from './replay.js';

/** Argument of this program. */
export interface ReferenceOptions {
  readonly databaseUrl: string;
  readonly port: number;
  readonly poolMax: number;
  readonly recordingsFile: string;
}

interface WithId {
  Params: { id: string };
  Body: Record<string, unknown>;
}

const PAGE_SIZE = 50;

/**
 * The reference: only Fastify and pg. It sends the recorded statements in the same transactions and with the recorded wake-ups,
 * and makes JSON of the same size. It validates, decides and logs nothing.
 */
async function serve({ databaseUrl, port, poolMax, recordingsFile }: ReferenceOptions): Promise<void> {
  const recordings = parseOwnJson<Recording[]>(readFileSync(recordingsFile, 'utf8'));
  const replay = new Replay(databaseUrl, poolMax);
  const app = Fastify();

  const market = findRecording(recordings, '/markets/:id');
  app.get<WithId>('/markets/:id', async ({ params }) => {
    const [row = {}] = await replay.queryFirst(market, { path: params.id });
    return { market: presentMarket(row) };
  });

  const markets = findRecording(recordings, '/markets');
  app.get('/markets', async () => {
    const rows = await replay.queryFirst(markets, {});
    return { markets: rows.slice(0, PAGE_SIZE).map(presentMarket), next_cursor: cursorOf(rows[PAGE_SIZE - 1] ?? {}) };
  });

  const trade = findRecording(recordings, '/trade-intents');
  const { execution } = parseOwnJson<{ execution: { reason: string } }>(textOf(trade, {}));
  app.post<WithId>('/trade-intents', async ({ body }, reply) => {
    const [row = {}] = await replay.queryFirst(trade, { body, newId: newId() });
    reply.code(trade.status);
    return { trade: presentTrade(row), execution: { status: 'not_executed', reason: execution.reason } };
  });

  for (const recording of recordings.filter(({ pattern }) => pattern.startsWith('/agent/'))) {
    app.post<WithId>(recording.pattern, async ({ params, body }, reply) => {
      const values = { path: params.id, body, newId: newId() };
      await replay.run(recording, values);
      return reply.code(recording.status).type('application/json; charset=utf-8').send(textOf(recording, values));
    });
  }

  // Confirm and execute have neither body nor content type, as in the product.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  await app.listen({ host: '127.0.0.1', port });
  process.on('SIGTERM', () => void app.close().then(() => replay.close()));
}

function findRecording(recordings: readonly Recording[], pattern: string): Recording {
  const found = recordings.find((one) => one.pattern === pattern);
  if (found === undefined) throw new Error(`${pattern} has not been recorded`);
  return found;
}

await serve(programOptions<ReferenceOptions>());
