import { Inject, Injectable } from '@nestjs/common';
import { type Budget, type PolicyWallet, selectBudgets, selectPolicyWallet } from '@app/agents';
import { MAX_PAGE_LIMIT, type Page, type PageRequest, ruleOf, toPage } from '@app/common';
import {
  type ExecutionFee,
  INTENT_COLUMNS,
  type IntentRecord,
  type IntentRequest,
  type IntentStatus,
  type PreviewedIntent,
} from '@app/engine';
import { Database, isOneOf, type SqlParameter, type SqlSession } from '@app/persistence';

const PREVIEWED_COLUMNS = `${INTENT_COLUMNS}, i.preview,
  (SELECT w.agent_wallet_address FROM agent_wallets AS w WHERE w.agent_id = i.agent_id) AS "agentWalletAddress",
  (SELECT e.market_contract_address FROM executions AS e
   WHERE i.action = 'create_market' AND e.intent_id = i.id AND e.status = 'executed'
   ORDER BY e.attempt DESC LIMIT 1) AS "createdMarketAddress"`;

/** Selection of a list of intents. Absent fields select all. */
export interface IntentsFilter {
  agentId: string;
  status: IntentStatus | undefined;
  /** Empty for intents without one. */
  sourceClient: string | undefined;
  clientRequestId: string | undefined;
}

/** An intent with the wallet that executes it, null while the agent has none. */
export type IntentWithWallet = IntentRecord & {
  wallet: PolicyWallet | null;
  /** Whether its preview saw an allowance that covers the stake. */
  isApproved: boolean;
  /** Fee of its preview. */
  fee: ExecutionFee | null;
  /** Budgets of a buy or a creation; null for none and for other actions. */
  budgets: Budget[] | null;
};

@Injectable()
export class IntentsRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  find(id: string): Promise<IntentRecord | null> {
    return this.sql.queryOne<IntentRecord>(`SELECT ${INTENT_COLUMNS} FROM agent_intents AS i WHERE i.id = $1`, [id]);
  }

  /** Returns the intents that exist, in no particular order. */
  findMany(ids: readonly string[]): Promise<IntentRecord[]> {
    const text = `SELECT ${INTENT_COLUMNS} FROM agent_intents AS i WHERE ${isOneOf('i.id')}`;
    return this.sql.query<IntentRecord>(text, [ids]);
  }

  /** Returns the intents that exist, in no particular order. Without a lock. */
  findWithWallets(ids: readonly string[]): Promise<IntentWithWallet[]> {
    return this.sql.query<IntentWithWallet>(
      `SELECT ${INTENT_COLUMNS}, ${selectPolicyWallet('i.agent_id')} AS wallet,
         coalesce((i.preview ->> 'isApproved')::boolean, false) AS "isApproved",
         i.preview -> 'fee' AS fee,
         CASE WHEN i.action IN ('buy_yes', 'buy_no', 'create_market')
           THEN ${selectBudgets('i.agent_id', 'i.market_contract_address')} END AS budgets
       FROM agent_intents AS i WHERE ${isOneOf('i.id')}`,
      [ids],
    );
  }

  findPreviewed(id: string): Promise<PreviewedIntent | null> {
    const text = `SELECT ${PREVIEWED_COLUMNS} FROM agent_intents AS i WHERE i.id = $1`;
    return this.sql.queryOne<PreviewedIntent>(text, [id]);
  }

  /** Returns an agent's intents, newest first. */
  async list(filter: IntentsFilter, { limit, after }: PageRequest): Promise<Page<PreviewedIntent>> {
    const { agentId, sourceClient, clientRequestId } = filter;
    const values = [sourceClient, clientRequestId].filter((value) => value !== undefined);
    const parameters: SqlParameter[] = [agentId, after?.at ?? 'infinity', after?.id ?? '', ...values];
    const rows = await this.sql.query<PreviewedIntent>(listStatement(filter), parameters);
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

  /** Whether the chain index has an effect under this ref of a wallet that another request has had. */
  async hasOtherEffect(ref: string, wallet: string, request: IntentRequest): Promise<boolean> {
    const { action, amount, marketContractAddress } = request;
    const { event, stakesOn } = ruleOf(action);
    const outcome = stakesOn ?? request.outcome?.toUpperCase() ?? null;
    const { differs } = await this.sql.queryOneOrFail<{ differs: boolean }>(
      `SELECT EXISTS (SELECT FROM chain_events CROSS JOIN chain_index WHERE ref = $1 AND account = $2
         AND (market_contract_address <> $3 OR outcome <> $5 OR amount_base_units * base_unit <> $6::numeric
           OR CASE WHEN name = 'Cancelled' AND outcome IS NOT NULL THEN 'Resolved' ELSE name END <> $4)) AS differs`,
      [ref, wallet, marketContractAddress, event, outcome, amount],
    );
    return differs;
  }

  /** Records the owner's approval. Safe to repeat. @returns whether the intent exists */
  async approve(id: string): Promise<boolean> {
    const text = `UPDATE agent_intents SET approved_at = coalesce(approved_at, now()), updated_at = now()
      WHERE id = $1 RETURNING 1`;
    return (await this.sql.queryOne(text, [id])) !== null;
  }
}

/**
 * The page's ids come from an index alone: on (agent_id, created_at, id), with the status for unexecuted intents. A plan that
 * reads rows to find them would read and sort the whole history of an agent that has more than most. The idempotency key has
 * its own index. The status stands in the text: a prepared statement uses a partial index only for constants.
 */
function listStatement({ status, sourceClient, clientRequestId }: IntentsFilter): string {
  const conditions: string[] = [];
  if (status === 'executed') conditions.push(`${lookedUp('status')} = 'executed'`);
  else if (status !== undefined) conditions.push(`i.status = '${status}'`);
  if (clientRequestId === undefined) {
    if (sourceClient !== undefined) conditions.push(`${lookedUp(SOURCE_CLIENT_SQL)} = $4`);
  } else {
    if (sourceClient !== undefined) conditions.push(`${SOURCE_CLIENT_SQL} = $4`);
    conditions.push(`i.client_request_id = $${sourceClient === undefined ? 4 : 5}`);
  }
  return `SELECT ${PREVIEWED_COLUMNS} FROM (
      SELECT i.id FROM agent_intents AS i WHERE i.agent_id = $1 AND (i.created_at, i.id) < ($2::timestamptz, $3)
        ${conditions.map((condition) => `AND ${condition}`).join(' ')}
      ORDER BY i.created_at DESC, i.id DESC LIMIT ${MAX_PAGE_LIMIT + 1}) AS page JOIN agent_intents AS i ON i.id = page.id
    ORDER BY i.created_at DESC, i.id DESC`;
}

const SOURCE_CLIENT_SQL = `coalesce(source_client, '')`;

/** Reads a column in a subquery, so that the planner follows the index of the list instead of reading all rows to sort them. */
function lookedUp(expression: string): string {
  return `(SELECT ${expression} FROM agent_intents WHERE id = i.id OFFSET 0)`;
}
