import { Inject, Injectable } from '@nestjs/common';
import { AUTO_CLAIM_CLIENT, type Page, MAX_PAGE_LIMIT, type PageRequest, toPage } from '@app/common';
import { Database, type SqlSession } from '@app/persistence';
import { FAILURE_REASON_SQL } from '../executions/executions.repository.js';
import type { ActivityItem } from './activity.js';

/** A page of ids, from the index on (agent_id, created_at, id) alone, whatever the length of the agent's history. */
function selectPage(table: string): string {
  return `(SELECT id FROM ${table} WHERE agent_id = $1 AND (created_at, id) < ($2::timestamptz, $3)
     ORDER BY created_at DESC, id DESC LIMIT ${MAX_PAGE_LIMIT + 1}) AS page`;
}

const BY = `CASE WHEN i.source_client = '${AUTO_CLAIM_CLIENT}' THEN 'auto_claim' END`;

/** Intents and executions in one order, newest first. Each side reads at most a page; ids of the two kinds never tie. */
const ACTIVITY_ITEMS_SQL = `
  (SELECT 'intent' AS type, i.id, i.id AS "intentId", i.action, i.status, i.market_id AS "marketId",
     i.market_contract_address AS "marketContractAddress", trim_scale(i.amount)::text AS amount, i.outcome,
     NULL AS "approveTransactionHash", NULL AS "transactionHash", NULL AS "errorCode", NULL AS "errorMessage",
     NULL AS "failureReason", i.client_request_id AS "clientRequestId", ${BY} AS by, i.created_at AS "createdAt", i.updated_at AS "updatedAt"
   FROM ${selectPage('agent_intents')} JOIN agent_intents AS i ON i.id = page.id)
  UNION ALL
  (SELECT 'execution', e.id, e.intent_id, e.action, e.status, i.market_id,
     coalesce(e.market_contract_address, i.market_contract_address), trim_scale(i.amount)::text, i.outcome,
     e.approve_transaction_hash, e.transaction_hash, e.error_code, e.error_message, ${FAILURE_REASON_SQL}, i.client_request_id, ${BY},
     e.created_at, e.updated_at
   FROM ${selectPage('executions')} JOIN executions AS e ON e.id = page.id JOIN agent_intents AS i ON i.id = e.intent_id)
  ORDER BY "createdAt" DESC, id DESC LIMIT ${MAX_PAGE_LIMIT + 1}`;

const SELECT_ACTIVITY_SQL = `
  SELECT item.*, (SELECT c.record_id FROM chain_markets AS c
    WHERE c.market_contract_address = item."marketContractAddress") AS "recordId"
  FROM (${ACTIVITY_ITEMS_SQL}) AS item ORDER BY item."createdAt" DESC, item.id DESC`;

@Injectable()
export class ActivityRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  async list(agentId: string, { limit, after }: PageRequest): Promise<Page<ActivityItem>> {
    const rows = await this.sql.query<ActivityItem>(SELECT_ACTIVITY_SQL, [
      agentId,
      after?.at ?? 'infinity',
      after?.id ?? '',
    ]);
    return toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  }
}
