// The reference: Fastify and pg, and nothing else. It sends the statements that were recorded, in the same transactions
// and with the same rings, makes the same JSON, and checks, decides and logs nothing.
//   node bench/http/bare.mjs '{"databaseUrl":"…","port":4100,"poolMax":10,"recordingsFile":"…"}'
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

/** @typedef {import('fastify').FastifyRequest<{ Params: { id: string } }>} WithId */

const RING_CONNECTIONS = 4;
const { databaseUrl, port, poolMax, recordingsFile } = JSON.parse(process.argv[2]);
const recordings = Object.values(JSON.parse(readFileSync(recordingsFile, 'utf8'))).flat();
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolMax });
const rings = new pg.Pool({
  connectionString: databaseUrl,
  max: RING_CONNECTIONS,
  options: '-c search_path=bullmq,public -c synchronous_commit=off', // as the product's queue
});
const names = new Map(
  recordings.flatMap(({ statements }) => statements.flat()).map(({ text }, at) => [text, `bare_${at}`]),
);
const app = Fastify();
const find = (pattern) => recordings.find((one) => one.pattern === pattern);

const market = find('/markets/:id');
app.get('/markets/:id', async (/** @type {WithId} */ request) => {
  const [row] = await say(pool, market.statements[0][0], { path: request.params.id });
  return { market: marketOf(row) };
});

const markets = find('/markets');
app.get('/markets', async () => {
  const rows = await say(pool, markets.statements[0][0], {});
  return { markets: rows.slice(0, 50).map(marketOf), next_cursor: cursorOf(rows[49]) };
});

const trade = find('/trade-intents');
app.post('/trade-intents', async (request, reply) => {
  const [row] = await say(pool, trade.statements[0][0], { body: request.body });
  reply.code(trade.status);
  return { trade: tradeOf(row), execution: { status: 'not_executed', reason: REASON } };
});
const REASON = JSON.parse(textOf(trade, {})).execution.reason;

for (const recording of recordings.filter(({ pattern }) => pattern.startsWith('/agent/'))) {
  app.post(recording.pattern, async (/** @type {WithId} */ request, reply) => {
    const given = { path: request.params.id, body: request.body, id: randomBytes(16).toString('hex') };
    await replay(recording.statements, given);
    reply.code(recording.status).type('application/json; charset=utf-8');
    return textOf(recording, given);
  });
}

// Confirm and execute come without a body and without a type, as in the product.
app.addContentTypeParser('*', (_request, _payload, done) => done(null));
await app.listen({ host: '127.0.0.1', port });
process.on('SIGTERM', () => void app.close().then(() => Promise.all([pool.end(), rings.end()])));

async function replay(units, given) {
  const rows = [];
  for (const unit of units) {
    if (unit[0].isRing) {
      rows.push({});
      void say(rings, unit[0], given);
    } else if (unit.length === 1) rows.push((await say(pool, unit[0], given, rows))[0] ?? {});
    else await replayTransaction(unit, given, rows);
  }
}

async function replayTransaction(unit, given, rows) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const statement of unit) rows.push((await say(client, statement, given, rows))[0] ?? {});
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

async function say(client, { text, parameters }, given, rows = []) {
  const values = parameters.map((parameter) => valueOf(parameter, given, rows));
  return (await client.query({ name: names.get(text), text, values })).rows;
}

function valueOf({ from, key, row, value, items }, { path, body, id }, rows) {
  if (from === 'list') return items.map((item) => valueOf(item, { path, body, id }, rows));
  if (from === 'path') return path;
  if (from === 'body') return body[key];
  if (from === 'new') return key + id;
  return from === 'row' ? rows[row][key] : value;
}

function textOf({ pieces }, given) {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : valueOf(piece, given, []))).join('');
}

function cursorOf({ createdAt, id }) {
  return Buffer.from(`checksum ${createdAt.toISOString()} ${id}`).toString('base64url');
}

function marketOf(row) {
  return {
    id: row.id,
    creator_user_id: row.creatorUserId,
    title: row.title,
    description: row.description,
    category: row.category,
    cover_image_url: row.coverImageUrl,
    status: row.status,
    outcome_yes_label: row.outcomeYesLabel,
    outcome_no_label: row.outcomeNoLabel,
    collateral_asset: row.collateralAsset,
    chain: row.chain,
    resolution_source: row.resolutionSource,
    opens_at: row.opensAt,
    closes_at: row.closesAt,
    resolved_at: row.resolvedAt,
    settled_at: row.settledAt,
    winning_outcome: row.winningOutcome,
    onchain: row.onchain,
    resolution_terms: {
      source: row.resolutionSource,
      resolver: null,
      resolver_is_creator: null,
      resolver_holds_position: null,
      closable_at: null,
      resolvable_at: null,
      cancellable_by_anyone_at: null,
    },
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}

function tradeOf(row) {
  return {
    id: row.id,
    user_id: row.userId,
    market_id: row.marketId,
    outcome: row.outcome,
    side: row.side,
    quantity: row.quantity,
    price: row.price,
    collateral_amount: row.collateralAmount,
    fee_amount: row.feeAmount,
    status: row.status,
    tx_hash: row.txHash,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}
