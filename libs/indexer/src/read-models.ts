import { Injectable } from '@nestjs/common';
import { errorFields, Logger } from '@app/observability';
import { Database, NOTIFICATION_CHANNEL, Notifications, RowLoader, waitForRow } from '@app/persistence';
import { INDEX_ADVANCED, INDEX_POLL_REQUESTED } from './index-channels.js';

const WAIT_MS = 5_000;
/** Executions above the index that are looked through, newest first. An index that lacks more does not catch up in time. */
const MAX_UNINDEXED = 200;

/** Whose executions a read shows the effects of. `market` is the record's id, `contract` its address in lower case. */
export type ReadSubject = 'agent' | 'user' | 'market' | 'contract';

type IndexState = { executionId: string; isIndexed: boolean; canCatchUp: boolean };

/** Newest executed execution of each subject whose block is not indexed. */
const NEWEST_UNINDEXED_SQL = `
  SELECT DISTINCT ON (subject) subject, id AS "executionId"
  FROM (
    SELECT e.id, s.block_number, unnest(ARRAY['agent ' || e.agent_id, 'user ' || u.id, 'market ' || m.record_id,
      'contract ' || e.market_contract_address]) AS subject
    FROM (
      SELECT execution_id, block_number FROM execution_steps
      WHERE kind = 'main' AND block_number > (SELECT block_number FROM chain_index)
      ORDER BY block_number DESC LIMIT ${MAX_UNINDEXED}
    ) AS s JOIN executions AS e ON e.id = s.execution_id AND e.status = 'executed'
      LEFT JOIN users AS u ON u.wallet_address = e.agent_wallet_address
      LEFT JOIN chain_markets AS m ON m.market_contract_address = e.market_contract_address
  ) AS unindexed
  WHERE subject = ANY ($1) ORDER BY subject, block_number DESC`;

/** Lets the API wait for the read models: requests a poll of the indexing worker and waits for its result. */
@Injectable()
export class ReadModels {
  /** A notification wakes every waiting request, and all of them read by one statement. */
  private readonly states: RowLoader<IndexState>;
  private readonly unindexed: RowLoader<{ subject: string; executionId: string }>;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly log: Logger,
  ) {
    this.states = new RowLoader(
      (ids) => this.readStates(ids),
      ({ executionId }) => executionId,
    );
    this.unindexed = new RowLoader(
      (subjects) => database.query(NEWEST_UNINDEXED_SQL, [subjects]),
      ({ subject }) => subject,
    );
  }

  /**
   * Resolves when the read models include what was executed before the call, as `waitUntilIndexed` does. Without executions
   * above the index it costs one look into an index. Never rejects.
   */
  async waitForExecuted(subject: ReadSubject, id: string): Promise<void> {
    try {
      const newest = await this.unindexed.load(`${subject} ${id}`);
      if (newest !== null) await this.waitUntilIndexed(newest.executionId);
    } catch (error) {
      this.log.warn({ event: 'index.wait_failed', ...errorFields(error) });
    }
  }

  /**
   * Resolves when the read models include an executed execution, or after five seconds. A client that reads right after
   * the answer finds the effect. Never rejects; safe to repeat.
   */
  async waitUntilIndexed(executionId: string): Promise<void> {
    try {
      const state = await this.states.load(executionId);
      if (state === null || state.isIndexed || !state.canCatchUp) return;
      await this.database.query('SELECT pg_notify($1, $2)', [NOTIFICATION_CHANNEL, INDEX_POLL_REQUESTED]);
      const indexed = await waitForRow({
        notifications: this.notifications,
        key: INDEX_ADVANCED,
        timeoutMs: WAIT_MS,
        read: async () => ((await this.states.load(executionId))?.isIndexed === true ? true : null),
      });
      if (indexed === null) this.log.debug({ event: 'index.not_caught_up', executionId });
    } catch (error) {
      // The execution is recorded. A failed wait must not turn its success into an error.
      this.log.warn({ event: 'index.wait_failed', executionId, ...errorFields(error) });
    }
  }

  /** Whether each execution's block is indexed, and whether a worker indexes blocks at one confirmation. */
  private readStates(executionIds: readonly string[]): Promise<IndexState[]> {
    return this.database.query<IndexState>(
      `SELECT s.execution_id AS "executionId", s.block_number <= i.block_number AS "isIndexed",
         coalesce(i.lease_until > now() AND i.confirmations = 1, false) AS "canCatchUp"
       FROM execution_steps AS s CROSS JOIN chain_index AS i
       WHERE s.execution_id = ANY ($1) AND s.kind = 'main' AND s.block_number IS NOT NULL AND i.block_number IS NOT NULL`,
      [executionIds],
    );
  }
}
