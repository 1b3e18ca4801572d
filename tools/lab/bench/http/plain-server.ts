import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { programOptions } from '../support/program.js';

/** Argument of this program. */
export interface PlainOptions {
  readonly databaseUrl: string;
  readonly port: number;
  readonly poolMax: number;
}

interface WithId {
  Params: { id: string };
  Body: Readonly<Record<string, unknown>>;
}

/** Tables of this program: the state that a crash may not forget, and the keys by which it is found. */
const SCHEMA_SQL = `
  CREATE TABLE IF NOT EXISTS plain_intents (
    id text PRIMARY KEY, agent_id text NOT NULL, request_key text NOT NULL, status text NOT NULL, body jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), UNIQUE (agent_id, request_key));
  CREATE TABLE IF NOT EXISTS plain_executions (
    id text PRIMARY KEY, intent_id text NOT NULL UNIQUE REFERENCES plain_intents, status text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX IF NOT EXISTS plain_executions_queue_idx ON plain_executions (created_at) WHERE status = 'queued'`;

const MARKET_SQL = 'SELECT id, title, description, category, status, closes_at, created_at FROM markets WHERE id = $1';
const CREATE_SQL = `INSERT INTO plain_intents (id, agent_id, request_key, status, body) VALUES ($1, $2, $3, 'preview', $4)
  ON CONFLICT (agent_id, request_key) DO NOTHING RETURNING created_at`;
const CONFIRM_SQL = `UPDATE plain_intents SET status = 'confirmed' WHERE id = $1 AND status = 'preview' RETURNING body`;
const EXECUTE_SQL = `
  WITH moved AS (UPDATE plain_intents SET status = 'executing' WHERE id = $1 AND status = 'confirmed' RETURNING id)
  INSERT INTO plain_executions (id, intent_id, status) SELECT $2, id, 'queued' FROM moved RETURNING created_at`;

/**
 * The reference: the least that Fastify and pg can do for the same requests. One statement per request, one commit per state
 * that a crash may not forget. It is written by hand and does not change with the product.
 */
async function serve({ databaseUrl, port, poolMax }: PlainOptions): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolMax });
  await pool.query(SCHEMA_SQL);
  const names = new Map<string, string>();
  const query = async (text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> => {
    const name = names.get(text) ?? `plain_${names.size}`;
    names.set(text, name);
    const { rows } = await pool.query<Record<string, unknown>>({ name, text, values: [...values] });
    return rows;
  };
  const app = Fastify();

  app.get('/ready', () => ({}));

  app.get<WithId>('/markets/:id', async ({ params }) => ({ market: (await query(MARKET_SQL, [params.id]))[0] }));

  app.post<WithId>('/agent/intents', async ({ body }, reply) => {
    const id = newId('agent_intent');
    const [row] = await query(CREATE_SQL, [id, body.agent_id, body.client_request_id, body]);
    return reply.code(201).send({ intent: { intent_id: id, status: 'preview', ...body, ...row } });
  });

  app.post<WithId>('/agent/intents/:id/confirm', async ({ params: { id } }) => {
    const [row] = await query(CONFIRM_SQL, [id]);
    return { execution_plan: { intent_id: id, status: 'confirmed', ...row } };
  });

  app.post<WithId>('/agent/intents/:id/execute', async ({ params: { id } }, reply) => {
    const executionId = newId('agent_execution');
    const [row] = await query(EXECUTE_SQL, [id, executionId]);
    const execution = { execution_id: executionId, intent_id: id, status: 'queued', ...row };
    return reply.code(202).send({ execution });
  });

  // Confirm and execute have neither body nor content type, as in the product.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  await app.listen({ host: '127.0.0.1', port });
  process.on('SIGTERM', () => void app.close().then(() => pool.end()));
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`;
}

await serve(programOptions<PlainOptions>());
