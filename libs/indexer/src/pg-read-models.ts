import { ReadModels } from '@app/agents';
import { errorFields, type Logger } from '@app/observability';
import { type Database, NOTIFICATION_CHANNEL, type Notifications, waitForRow } from '@app/persistence';
import { INDEX_ADVANCED, INDEX_POLL_REQUESTED } from './index-channels.js';

const WAIT_MS = 1_000;

type Standing = { shown: boolean; followed: boolean };

/** The read models as the API sees them: it asks the indexing worker to look now, and waits until it has. */
export class PgReadModels extends ReadModels {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly log: Logger,
  ) {
    super();
  }

  async waitUntilIndexed(executionId: string): Promise<void> {
    try {
      const standing = await this.standing(executionId);
      if (standing === null || standing.shown || !standing.followed) return;
      await this.database.query('SELECT pg_notify($1, $2)', [NOTIFICATION_CHANNEL, INDEX_POLL_REQUESTED]);
      const shown = await waitForRow({
        notifications: this.notifications,
        key: INDEX_ADVANCED,
        timeoutMs: WAIT_MS,
        read: async () => ((await this.standing(executionId))?.shown === true ? true : null),
      });
      if (shown === null) this.log.warn({ event: 'index.not_caught_up', executionId });
    } catch (error) {
      // The execution is done and on record; that it cannot be shown yet is no reason to say otherwise.
      this.log.warn({ event: 'index.wait_failed', executionId, ...errorFields(error) });
    }
  }

  /** Whether its block is indexed, and whether anybody indexes blocks as soon as executions count as done. */
  private standing(executionId: string): Promise<Standing | null> {
    return this.database.queryOne<Standing>(
      `SELECT s.block_number <= i.block_number AS shown,
         coalesce(i.lease_until > now() AND i.confirmations = 1, false) AS followed
       FROM execution_steps AS s CROSS JOIN chain_index AS i
       WHERE s.execution_id = $1 AND s.kind = 'main' AND s.block_number IS NOT NULL AND i.block_number IS NOT NULL`,
      [executionId],
    );
  }
}
