import { Inject, Injectable } from '@nestjs/common';
import type { PolicyWallet } from '@app/agents';
import { INTENT_FIELD_NAMES } from '@app/common';
import type { IntentRecord, IntentRequest, PreviewedIntent } from '@app/engine';
import { Database, type SqlSession } from '@app/persistence';
import { fieldEntries } from './intent-fields.js';

export type NewIntent = IntentRequest &
  Pick<IntentRecord, 'id' | 'requestHash' | 'warnings'> &
  Pick<PreviewedIntent, 'preview' | 'agentWalletAddress'>;

/** An intent as its caller read it. */
export type ConfirmableIntent = Pick<IntentRecord, 'id' | 'agentId' | 'status'> & {
  wallet: Pick<PolicyWallet, 'policyVersion'> | null;
};

/** Inserts and confirms intents. Each call is one statement and one commit. */
@Injectable()
export class IntentWritesRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /** Returns null when the idempotency key exists. Of concurrent calls exactly one inserts. */
  async insert(intent: NewIntent): Promise<PreviewedIntent | null> {
    const inserted = await this.sql.queryOne<Pick<PreviewedIntent, 'createdAt' | 'updatedAt'>>(INSERT_INTENT_SQL, [
      JSON.stringify(toRow(intent)),
    ]);
    return inserted === null ? null : { ...intent, ...UNTOUCHED, ...inserted };
  }

  /**
   * Moves a preview or a failed intent to `confirmed`, unless its status or its wallet's policy has changed since it was
   * read. The wallet cannot change until the statement ends.
   * @returns whether the intent was moved
   */
  async confirm({ id, status, agentId, wallet }: ConfirmableIntent): Promise<boolean> {
    const moved = await this.sql.queryOne(CONFIRM_INTENT_SQL, [id, status, agentId, wallet?.policyVersion ?? null]);
    return moved !== null;
  }
}

/** Columns of a new intent that its request does not determine. */
export const UNTOUCHED = {
  status: 'preview',
  currentExecutionId: null,
  executionsCount: 0,
  confirmedAt: null,
  approvedAt: null,
  executedAt: null,
  latestExecutionStatus: null,
  createdMarketAddress: null,
} as const satisfies Partial<PreviewedIntent>;

const CONFIRM_INTENT_SQL = `
  WITH wallet AS MATERIALIZED (SELECT policy_version FROM agent_wallets WHERE agent_id = $3 FOR SHARE)
  UPDATE agent_intents AS i SET status = 'confirmed', confirmed_at = now(), updated_at = now()
  WHERE i.id = $1 AND i.status = $2 AND i.status IN ('preview', 'failed')
    AND (SELECT policy_version FROM wallet) IS NOT DISTINCT FROM $4::bigint
  RETURNING i.id`;

/** Columns of a new intent that its request and its preview determine. */
const GIVEN_COLUMNS =
  `id, agent_id, action, status, user_wallet, market_id, ${INTENT_FIELD_NAMES.join(', ')}, ` +
  'source_client, client_request_id, request_hash, warnings, preview';

interface Insertion {
  /** Parameter with the row as JSON. */
  row: string;
  /** SQL expressions of further columns. */
  values?: Readonly<Record<string, string>>;
  /** Further relations and the condition. */
  from?: string;
  returning: string;
}

/**
 * Statement that inserts an intent unless its idempotency key is known. Without a conflict target, because the id follows from
 * the key: of two concurrent inserts, one may meet the other in either index.
 */
export function insertIntent({ row, values = {}, from = '', returning }: Insertion): string {
  return `
    INSERT INTO agent_intents AS i (${[GIVEN_COLUMNS, ...Object.keys(values)].join(', ')})
    SELECT ${[GIVEN_COLUMNS, ...Object.values(values)].join(', ')}
    FROM json_populate_record(NULL::agent_intents, ${row}) AS given ${from}
    ON CONFLICT DO NOTHING RETURNING ${returning}`;
}

const INSERT_INTENT_SQL = insertIntent({
  row: '$1',
  returning: 'created_at AS "createdAt", updated_at AS "updatedAt"',
});

/** The given columns, as PostgreSQL reads them from JSON. */
export function toRow(intent: NewIntent): Readonly<Record<string, unknown>> {
  return {
    id: intent.id,
    agent_id: intent.agentId,
    action: intent.action,
    status: UNTOUCHED.status,
    user_wallet: intent.userWallet,
    market_id: intent.marketId,
    ...Object.fromEntries(fieldEntries(intent)),
    source_client: intent.sourceClient,
    client_request_id: intent.clientRequestId,
    request_hash: intent.requestHash,
    warnings: intent.warnings,
    preview: intent.preview,
  };
}
