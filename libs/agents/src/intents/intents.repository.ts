import { Inject, Injectable } from '@nestjs/common';
import { MAX_PAGE_LIMIT, type Page, type PageRequest, toPage } from '@app/common';
import { columnsOf, Database, type Sql, type SqlParameter } from '@app/persistence';
import { IntentEntity, type IntentRecord, type IntentRequest, type PreviewedIntent } from './intent.entity.js';
import type { IntentStatus } from './intent.js';
import type { IntentPreview } from './intent-preview.js';

/** Select list of an `IntentRecord` from `agent_intents AS i`. The key (intent_id, attempt) finds the latest status. */
export const INTENT_COLUMNS = `${columnsOf(IntentEntity, { table: 'i', omit: ['preview'] })},
  (SELECT e.status FROM executions AS e WHERE e.intent_id = i.id ORDER BY e.attempt DESC LIMIT 1)
    AS "latestExecutionStatus"`;

const PREVIEWED_COLUMNS = `${INTENT_COLUMNS}, i.preview,
  (SELECT w.agent_wallet_address FROM agent_wallets AS w WHERE w.agent_id = i.agent_id) AS "agentWalletAddress"`;

/** Bounds of the search for a repeat of the same request. */
const RECENT_INTENTS = 100;
const RECENT = `interval '10 minutes'`;

export type NewIntent = IntentRequest &
  Pick<IntentRecord, 'id' | 'requestHash' | 'warnings'> & { preview: IntentPreview };

/** Selection of a list of intents. Absent fields select all. */
export interface IntentsFilter {
  agentId: string;
  status: IntentStatus | undefined;
  /** Empty for intents without one. */
  sourceClient: string | undefined;
  clientRequestId: string | undefined;
}

@Injectable()
export class IntentsRepository {
  constructor(@Inject(Database) private readonly sql: Sql) {}

  find(id: string): Promise<IntentRecord | null> {
    return this.sql.queryOne<IntentRecord>(`SELECT ${INTENT_COLUMNS} FROM agent_intents AS i WHERE i.id = $1`, [id]);
  }

  /** Returns the intents that exist, in no particular order. */
  findMany(ids: readonly string[]): Promise<IntentRecord[]> {
    const text = `SELECT ${INTENT_COLUMNS} FROM agent_intents AS i WHERE i.id = ANY ($1::text[])`;
    return this.sql.query<IntentRecord>(text, [ids]);
  }

  findPreviewed(id: string): Promise<PreviewedIntent | null> {
    const text = `SELECT ${PREVIEWED_COLUMNS} FROM agent_intents AS i WHERE i.id = $1`;
    return this.sql.queryOne<PreviewedIntent>(text, [id]);
  }

  /** One page through the index on (agent_id, created_at, id), or the idempotency key's index with `clientRequestId`. */
  async list(filter: IntentsFilter, { limit, after }: PageRequest): Promise<Page<PreviewedIntent>> {
    const { agentId, status, sourceClient, clientRequestId } = filter;
    const parameters: SqlParameter[] = [agentId, after?.at ?? 'infinity', after?.id ?? ''];
    const equals = (column: string, value: string | undefined): string =>
      value === undefined ? '' : `AND ${column} = $${parameters.push(value)}`;
    const text = `SELECT ${PREVIEWED_COLUMNS} FROM agent_intents AS i
      WHERE i.agent_id = $1 AND (i.created_at, i.id) < ($2::timestamptz, $3) ${equals('i.status', status)}
        ${equals(`coalesce(i.source_client, '')`, sourceClient)} ${equals('i.client_request_id', clientRequestId)}
      ORDER BY i.created_at DESC, i.id DESC LIMIT ${MAX_PAGE_LIMIT + 1}`;
    const rows = await this.sql.query<PreviewedIntent>(text, parameters);
    return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }

  /** Finds an intent by its idempotency key; null for a request without one. */
  async findByKey({ agentId, sourceClient, clientRequestId }: IntentRequest): Promise<PreviewedIntent | null> {
    if (clientRequestId === null) return null;
    return this.sql.queryOne<PreviewedIntent>(
      `SELECT ${PREVIEWED_COLUMNS} FROM agent_intents AS i
       WHERE i.agent_id = $1 AND coalesce(i.source_client, '') = $2 AND i.client_request_id = $3`,
      [agentId, sourceClient ?? '', clientRequestId],
    );
  }

  /** Finds a recent intent of the agent with the same request that was not failed or cancelled. */
  async findRecentDuplicate({
    agentId,
    requestHash,
  }: Pick<IntentRecord, 'agentId' | 'requestHash'>): Promise<{ id: string } | null> {
    return this.sql.queryOne<{ id: string }>(
      `SELECT id FROM (
         SELECT id, request_hash, status, created_at FROM agent_intents WHERE agent_id = $1
         ORDER BY created_at DESC, id DESC LIMIT ${RECENT_INTENTS}) AS recent
       WHERE request_hash = $2 AND created_at > now() - ${RECENT} AND status NOT IN ('failed', 'cancelled') LIMIT 1`,
      [agentId, requestHash],
    );
  }

  /** Null when the idempotency key exists; of concurrent calls exactly one inserts. */
  insert(intent: NewIntent): Promise<PreviewedIntent | null> {
    return this.sql.queryOne<PreviewedIntent>(
      `INSERT INTO agent_intents AS i (id, agent_id, action, status, user_wallet, market_id, market_contract_address,
         amount, outcome, resolver, collateral_token, close_timestamp, question, source_client, client_request_id,
         request_hash, warnings, min_multiple, preview)
       VALUES ($1, $2, $3, 'preview', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18::jsonb)
       ON CONFLICT (agent_id, coalesce(source_client, ''), client_request_id) WHERE client_request_id IS NOT NULL
       DO NOTHING RETURNING ${PREVIEWED_COLUMNS}`,
      [
        intent.id,
        intent.agentId,
        intent.action,
        intent.userWallet,
        intent.marketId,
        intent.marketContractAddress,
        intent.amount,
        intent.outcome,
        intent.resolver,
        intent.collateralToken,
        intent.closeTimestamp,
        intent.question,
        intent.sourceClient,
        intent.clientRequestId,
        intent.requestHash,
        intent.warnings,
        intent.minMultiple,
        JSON.stringify(intent.preview),
      ],
    );
  }

  /** Locks the intent until the transaction ends. The wallet is locked before it. */
  lock(id: string): Promise<IntentRecord | null> {
    const text = `SELECT ${INTENT_COLUMNS} FROM agent_intents AS i WHERE i.id = $1 FOR UPDATE OF i`;
    return this.sql.queryOne<IntentRecord>(text, [id]);
  }

  /** Moves a preview or a failed intent to `confirmed`; null in every other status, `confirmed` included. */
  confirm(id: string): Promise<IntentRecord | null> {
    return this.sql.queryOne<IntentRecord>(
      `UPDATE agent_intents AS i SET status = 'confirmed', confirmed_at = now(), updated_at = now()
       WHERE i.id = $1 AND i.status IN ('preview', 'failed') RETURNING ${INTENT_COLUMNS}`,
      [id],
    );
  }
}
