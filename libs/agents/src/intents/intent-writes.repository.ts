import { Inject, Injectable } from '@nestjs/common';
import { Database, RowWriter, type Sql } from '@app/persistence';
import type { PolicyWallet } from '../wallets/policy-wallet.js';
import type { IntentRecord, IntentRequest, PreviewedIntent } from './intent.entity.js';
import { packPreview } from './packed-preview.js';

export type NewIntent = IntentRequest &
  Pick<IntentRecord, 'id' | 'requestHash' | 'warnings'> &
  Pick<PreviewedIntent, 'preview' | 'agentWalletAddress'>;

/** An intent as its caller read it. */
export type ConfirmableIntent = Pick<IntentRecord, 'id' | 'agentId' | 'status'> & {
  wallet: Pick<PolicyWallet, 'policyVersion'> | null;
};

type InsertedIntent = Pick<PreviewedIntent, 'id' | 'createdAt' | 'updatedAt'>;

/**
 * Inserts and confirms intents. Simultaneous calls share a statement, which waits for no lock. It leaves out intents whose
 * key, wallet, row or event log is locked, and a separate statement writes each of those, waiting for its locks.
 */
@Injectable()
export class IntentWritesRepository {
  private readonly inserts: RowWriter<ReturnType<typeof rowOf>, InsertedIntent>;
  private readonly confirmations: RowWriter<ConfirmableIntent, { id: string }>;

  /** @param sql not a transaction's: its locks are held until the transaction ends */
  constructor(@Inject(Database) sql: Sql) {
    this.inserts = new RowWriter({
      together: (rows) => sql.query<InsertedIntent>(INSERT_TOGETHER, [JSON.stringify(rows)]),
      alone: (row) => sql.queryOne<InsertedIntent>(INSERT, [JSON.stringify([row])]),
    });
    this.confirmations = new RowWriter({
      together: (intents) => sql.query<{ id: string }>(CONFIRM_TOGETHER, [JSON.stringify(intents.map(requestOf))]),
      alone: ({ id, status, agentId, wallet }) =>
        sql.queryOne<{ id: string }>(CONFIRM, [id, status, agentId, wallet?.policyVersion ?? null]),
    });
  }

  /** Returns null when the idempotency key exists. Of concurrent calls exactly one inserts. */
  async insert(intent: NewIntent): Promise<PreviewedIntent | null> {
    const inserted = await this.inserts.write(rowOf(intent));
    return inserted === null ? null : { ...intent, ...UNTOUCHED, ...inserted };
  }

  /**
   * Moves a preview or a failed intent to `confirmed`, unless its status or its wallet's policy has changed since it was
   * read. The wallet cannot change until the statement ends.
   * @returns whether the intent was moved
   */
  async confirm(intent: ConfirmableIntent): Promise<boolean> {
    return (await this.confirmations.write(intent)) !== null;
  }
}

/** Columns of a new intent that its request does not determine. */
const UNTOUCHED = {
  status: 'preview',
  currentExecutionId: null,
  executionsCount: 0,
  confirmedAt: null,
  approvedAt: null,
  executedAt: null,
  latestExecutionStatus: null,
} as const satisfies Partial<PreviewedIntent>;

const INSERTED_COLUMNS = `id, agent_id, action, status, user_wallet, market_id, market_contract_address, amount, outcome,
  resolver, collateral_token, close_timestamp, question, source_client, client_request_id, request_hash, warnings,
  min_multiple, packed_preview`;

/** Advisory lock that an insert holds until its commit. A shared insert skips the idempotency keys that it finds locked. */
const KEY_LOCK = `hashtextextended(concat_ws(' ', agent_id, coalesce(source_client, ''), client_request_id), 0)`;

const NEW_ROWS = `SELECT * FROM json_populate_recordset(NULL::agent_intents, $1) AS given WHERE client_request_id IS NULL OR`;

/** Intent with the key of a new row. ON CONFLICT would wait for a transaction that updates it. */
const KNOWN = `(SELECT i.id FROM agent_intents AS i WHERE i.agent_id = given.agent_id
  AND coalesce(i.source_client, '') = coalesce(given.source_client, '') AND i.client_request_id = given.client_request_id)`;

const ON_REPEATED_KEY = `
  ON CONFLICT (agent_id, coalesce(source_client, ''), client_request_id) WHERE client_request_id IS NOT NULL
  DO NOTHING RETURNING id, created_at AS "createdAt", updated_at AS "updatedAt"`;

const INSERT = `
  WITH new AS MATERIALIZED (${NEW_ROWS} pg_advisory_xact_lock(${KEY_LOCK}) IS NOT NULL)
  INSERT INTO agent_intents (${INSERTED_COLUMNS}) SELECT ${INSERTED_COLUMNS} FROM new ${ON_REPEATED_KEY}`;

/** Leaves out known keys, and agents without a log. INSERT creates their logs. */
const INSERT_TOGETHER = `
  WITH new AS MATERIALIZED (${NEW_ROWS} pg_try_advisory_xact_lock(${KEY_LOCK}) AND ${KNOWN} IS NULL),
  log AS MATERIALIZED (${availableLogsOf('new')})
  INSERT INTO agent_intents (${INSERTED_COLUMNS}) SELECT ${INSERTED_COLUMNS} FROM new JOIN log USING (agent_id)
  ${ON_REPEATED_KEY}`;

const CONFIRMED = `status = 'confirmed', confirmed_at = now(), updated_at = now()`;

const CONFIRM = `
  WITH wallet AS MATERIALIZED (SELECT policy_version FROM agent_wallets WHERE agent_id = $3 FOR SHARE)
  UPDATE agent_intents AS i SET ${CONFIRMED}
  WHERE i.id = $1 AND i.status = $2 AND i.status IN ('preview', 'failed')
    AND (SELECT policy_version FROM wallet) IS NOT DISTINCT FROM $4::bigint
  RETURNING i.id`;

/** Leaves out agents without a wallet, too. */
const CONFIRM_TOGETHER = `
  WITH request AS MATERIALIZED (
    SELECT id, agent_id, status, policy_version
    FROM json_to_recordset($1) AS request (id text, agent_id text, status text, policy_version bigint)
    WHERE status IN ('preview', 'failed')),
  wallet AS MATERIALIZED (
    SELECT agent_id, policy_version FROM agent_wallets
    WHERE agent_id = ANY (ARRAY(SELECT agent_id FROM request)) FOR SHARE SKIP LOCKED),
  intent AS MATERIALIZED (
    SELECT id, agent_id, status FROM agent_intents
    WHERE id = ANY (ARRAY(SELECT id FROM request)) FOR NO KEY UPDATE SKIP LOCKED),
  log AS MATERIALIZED (${availableLogsOf('wallet')})
  UPDATE agent_intents AS i SET ${CONFIRMED}
  WHERE i.id = ANY (ARRAY(SELECT id FROM request JOIN intent USING (id, agent_id, status)
    JOIN wallet USING (agent_id, policy_version) JOIN log USING (agent_id)))
  RETURNING i.id`;

/** Locks those logs of the agents that no other transaction has locked, and selects their agents. */
function availableLogsOf(rows: string): string {
  return `SELECT agent_id FROM lock_available_logs(ARRAY(SELECT agent_id FROM ${rows})) AS agent_id`;
}

/** The columns of a new intent, as PostgreSQL reads them from JSON. */
function rowOf(intent: NewIntent): { readonly id: string } & Readonly<Record<string, unknown>> {
  const packedPreview = packPreview(intent.preview);
  return {
    id: intent.id,
    agent_id: intent.agentId,
    action: intent.action,
    status: UNTOUCHED.status,
    user_wallet: intent.userWallet,
    market_id: intent.marketId,
    market_contract_address: intent.marketContractAddress,
    amount: intent.amount,
    outcome: intent.outcome,
    resolver: intent.resolver,
    collateral_token: intent.collateralToken,
    close_timestamp: intent.closeTimestamp,
    question: intent.question,
    source_client: intent.sourceClient,
    client_request_id: intent.clientRequestId,
    request_hash: intent.requestHash,
    warnings: intent.warnings,
    min_multiple: intent.minMultiple,
    packed_preview: packedPreview === null ? null : `\\x${packedPreview.toString('hex')}`,
  };
}

function requestOf({ id, agentId, status, wallet }: ConfirmableIntent): object {
  return { id, agent_id: agentId, status, policy_version: wallet?.policyVersion ?? null };
}
