import { Inject, Injectable } from '@nestjs/common';
import { type Budget, type PolicyWallet, selectBudgets, selectPolicyWallet } from '@app/agents';
import { isBuy } from '@app/common';
import { awaitsFunds, type IntentRequest, KNOWN_BLOCK_SQL } from '@app/engine';
import { holdsPosition } from '@app/markets';
import { Database, RowLoader, selectKeys } from '@app/persistence';
import { controlColumns, type StoredControls } from '../execution-controls.js';

/** Stakes, as of the indexed block, of those who may cancel a market. */
export interface MarketStakes {
  resolverHoldsPosition: boolean;
  /** False also for a creator who is the resolver. */
  creatorHoldsPosition: boolean;
}

/** Recorded chain state, which a node that is behind may lack. */
export interface RecordedState {
  /** Highest recorded block; 0 for none. */
  knownBlock: number;
  /** Whether funds that the faucet has granted may not be on the chain yet. */
  awaitsFunds: boolean;
}

export interface PreviewContext extends StoredControls, RecordedState {
  /** Intent with the request's idempotency key; null also for a request without one. */
  knownId: string | null;
  /** Whether the intent with the request's idempotency key is archived. */
  isArchived: boolean;
  /** Whether the database was restored, and the agent may have executed intents that it lacks. */
  mayLackIntents: boolean;
  /** Recent intent of the agent with the same request that was not failed or cancelled. */
  duplicateId: string | null;
  wallet: PolicyWallet | null;
  /** Budgets of a buy or a creation; null for none and for other actions. */
  budgets: Budget[] | null;
  /** Null when they do not matter to the action, or the market is not indexed. */
  stakes: MarketStakes | null;
}

/** Bounds of the search for a repeat of the same request. */
const MAX_REPEATS = 100;
const RECENT = `interval '10 minutes'`;

/** One row per request. Subqueries, because the planner then uses their indexes whatever the number of requests. */
export const SELECT_PREVIEW_CONTEXT_SQL = `
  WITH request AS MATERIALIZED (
    SELECT key, part->>0 AS agent_id, part->>1 AS source_client, part->>2 AS client_request_id,
      part->>3 AS request_hash, part->>4 AS staked_market, part->>5 AS action
    FROM (SELECT key, key::jsonb AS part FROM unnest(${selectKeys()}) AS key OFFSET 0) AS parsed)
  SELECT request.key,
    (SELECT i.id FROM agent_intents AS i WHERE i.agent_id = request.agent_id
       AND coalesce(i.source_client, '') = request.source_client
       AND i.client_request_id = request.client_request_id) AS "knownId",
    (SELECT true FROM archived_executions
     WHERE key_hash = intent_key_hash(request.agent_id, request.source_client, request.client_request_id)
     LIMIT 1) IS TRUE AS "isArchived",
    EXISTS (SELECT FROM engine_cluster WHERE reconcile_since IS NOT NULL)
      OR (SELECT true FROM lost_effects
          WHERE lane_id = (SELECT id FROM agent_wallets WHERE agent_id = request.agent_id) LIMIT 1) IS TRUE
      AS "mayLackIntents",
    (SELECT same.id FROM (
       SELECT id, status FROM agent_intents
       WHERE request_hash = request.request_hash AND agent_id = request.agent_id AND created_at > now() - ${RECENT}
       ORDER BY created_at DESC LIMIT ${MAX_REPEATS}) AS same
     WHERE status NOT IN ('failed', 'cancelled') LIMIT 1) AS "duplicateId",
    ${selectPolicyWallet('request.agent_id')} AS wallet,
    CASE WHEN request.action IN ('buy_yes', 'buy_no', 'create_market')
      THEN ${selectBudgets('request.agent_id', 'request.staked_market')} END AS budgets,
    (SELECT json_build_object('resolverHoldsPosition', ${holdsPosition('c.resolver')},
       'creatorHoldsPosition', c.creator <> c.resolver AND ${holdsPosition('c.creator')})
     FROM chain_markets AS c WHERE c.market_contract_address = request.staked_market) AS stakes,
    ${KNOWN_BLOCK_SQL} AS "knownBlock",
    coalesce((SELECT ${awaitsFunds('w.id')} FROM agent_wallets AS w WHERE w.agent_id = request.agent_id), false)
      AS "awaitsFunds",
    ${controlColumns('request.action')}
  FROM request`;

@Injectable()
export class PreviewContextRepository {
  private readonly facts: RowLoader<PreviewContext & { key: string }>;

  constructor(@Inject(Database) database: Database) {
    this.facts = new RowLoader(
      (keys) => database.query<PreviewContext & { key: string }>(SELECT_PREVIEW_CONTEXT_SQL, [keys]),
      ({ key }) => key,
    );
  }

  /** Reads without a lock. Simultaneous calls share a statement. */
  async read(request: IntentRequest, requestHash: string): Promise<PreviewContext> {
    const facts = await this.facts.load(encodeLoadKey(request, requestHash));
    if (facts === null) throw new Error('the facts of a request have no row');
    return facts;
  }
}

/** The parameters as JSON, in the order in which the statement takes them apart. */
export function encodeLoadKey(request: IntentRequest, requestHash: string): string {
  const { agentId, sourceClient, clientRequestId, action, marketContractAddress } = request;
  // A cancellation turns these actions into something else, or is one.
  const stakedMarket = isBuy(action) || action === 'cancel_market' ? marketContractAddress : null;
  return JSON.stringify([agentId, sourceClient ?? '', clientRequestId, requestHash, stakedMarket, action]);
}
