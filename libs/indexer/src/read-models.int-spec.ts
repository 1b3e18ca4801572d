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
});
