import pg from 'pg';
import type { Logger } from '@app/observability';
import { NOTIFICATION_CHANNEL, Notifications } from '@app/persistence';
import { acceptedExecution } from '../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../test/support/engine-fixture.js';
import { eventually } from '../../../test/support/eventually.js';
import { INDEX_POLL_REQUESTED } from './index-channels.js';
import { ReadModels } from './read-models.js';

const BLOCK = 8;

describe('waiting for the read models', () => {
  let fixture: EngineFixture;
  let readModels: ReadModels;
  let listener: pg.Client;
  let received: (string | undefined)[];

  beforeAll(async () => {
    fixture = await openEngineFixture();
    listener = new pg.Client({ connectionString: fixture.databaseUrl });
    await listener.connect();
    listener.on('notification', ({ payload }) => received.push(payload));
    await listener.query(`LISTEN ${NOTIFICATION_CHANNEL}`);
    // Never started, so that every notification to it is lost.
    const notifications = new Notifications({
      databaseUrl: fixture.databaseUrl,
      applicationName: 'test',
      onDisconnect: () => undefined,
    });
    readModels = new ReadModels(fixture.database, notifications, { warn: () => undefined } as unknown as Logger);
  });
  afterAll(async () => {
    await listener?.end();
    await fixture?.close();
  });
  beforeEach(() => {
    received = [];
  });

  /** Sets the indexed block, and until when a worker has the lease of the index. @returns an execution in block 8 */
  async function executed({ indexed, leaseUntil }: { indexed: number; leaseUntil: string }): Promise<string> {
    const { executionId } = await acceptedExecution(fixture);
    await fixture.database.query(
      `UPDATE execution_steps SET block_number = ${BLOCK} WHERE execution_id = $1 AND kind = 'main'`,
      [executionId],
    );
    await fixture.database.query(
      `UPDATE chain_index SET block_number = $1, block_hash = 'hash', confirmations = 1, lease_until = $2`,
      [indexed, leaseUntil],
    );
    return executionId;
  }

  async function requestedPolls(): Promise<number> {
    await listener.query('SELECT'); // after the notifications that were sent before
    return received.filter((payload) => payload === INDEX_POLL_REQUESTED).length;
  }

  it('requests a poll, and ends when the block is indexed', async () => {
    const executionId = await executed({ indexed: BLOCK - 1, leaseUntil: 'infinity' });
    let hasEnded = false;
    const wait = readModels.waitUntilIndexed(executionId).then(() => (hasEnded = true));
    await eventually(requestedPolls, (polls) => polls === 1);
    expect(hasEnded).toBe(false);
    await fixture.database.query('UPDATE chain_index SET block_number = $1', [BLOCK]);
    await wait;
  });

  it.each([
    ['the block is indexed', { indexed: BLOCK, leaseUntil: 'infinity' }],
    ['no worker indexes blocks', { indexed: BLOCK - 1, leaseUntil: '-infinity' }],
  ])('does not wait when %s', async (_case, state) => {
    await readModels.waitUntilIndexed(await executed(state));
    expect(await requestedPolls()).toBe(0);
  });

  describe('before a read of a subject', () => {
    async function execute(
      block: number,
      status: string,
    ): Promise<{ agentId: string; contract: string; user: string }> {
      const { agentId, executionId } = await acceptedExecution(fixture);
      await fixture.database.query(
        `UPDATE execution_steps SET block_number = $2 WHERE execution_id = $1 AND kind = 'main'`,
        [executionId, block],
      );
      const contract = `0x${executionId
        .replaceAll(/[^0-9a-f]/g, '')
        .padStart(40, '0')
        .slice(-40)}`;
      const row = await fixture.database.queryOneOrFail<{ user: string }>(
        `WITH moved AS (
           UPDATE executions SET status = $2, market_contract_address = $3,
             completed_at = CASE WHEN $2 = 'executed' THEN now() END WHERE id = $1 RETURNING agent_wallet_address)
         INSERT INTO users (kind, wallet_address) SELECT 'person', agent_wallet_address FROM moved RETURNING id AS user`,
        [executionId, status, contract],
      );
      return { agentId, contract, user: row.user };
    }

    const NEWEST = 1_000;

    beforeAll(() =>
      fixture.database.query(
        `UPDATE chain_index SET block_number = $1, block_hash = 'hash', confirmations = 1, lease_until = 'infinity'`,
        [NEWEST - 1],
      ),
    );

    it('waits for the newest execution of the agent, its user and the contract', async () => {
      const { agentId, contract, user } = await execute(NEWEST, 'executed');
      let ended = 0;
      const subjects = [
        ['agent', agentId],
        ['user', user],
        ['contract', contract],
      ] as const;
      const waits = subjects.map(([subject, id]) => readModels.waitForExecuted(subject, id).then(() => (ended += 1)));
      await eventually(requestedPolls, (polls) => polls > 0);
      expect(ended).toBe(0);
      await fixture.database.query('UPDATE chain_index SET block_number = $1', [NEWEST]);
      await Promise.all(waits);
    });

    it('waits for no execution of others, none that is indexed and none that is not executed', async () => {
      await execute(NEWEST + 1, 'executed');
      const indexed = await execute(NEWEST, 'executed');
      const underWay = await execute(NEWEST + 1, 'broadcast');
      for (const { agentId, contract } of [indexed, underWay]) {
        await readModels.waitForExecuted('agent', agentId);
        await readModels.waitForExecuted('contract', contract);
      }
      await readModels.waitForExecuted('market', 'unknown');
      expect(await requestedPolls()).toBe(0);
    });
  });
});
