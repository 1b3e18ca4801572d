import type { Action } from '@app/common';
import { Failpoints } from '@app/engine';
import { Logger, Metrics } from '@app/observability';
import { Notifications } from '@app/persistence';
import { JobQueue } from '@app/queue';
import { openEngineFixture, type EngineFixture } from '../../../../test/support/engine-fixture.js';
import { eventually } from '../../../../test/support/eventually.js';
import type { BullQueue } from '../../../queue/src/queue-backend.js';
import { AcceptanceService } from './acceptance.service.js';

class NoFailpoints extends Failpoints {
  reach(): Promise<void> {
    return Promise.resolve();
  }
}

describe('the wake-up of an accepted execution', () => {
  let fixture: EngineFixture;
  let engine: AcceptanceService;
  /** Calls of BullMQ. */
  const calls: object[] = [];
  const bullQueue: BullQueue = {
    add: (_name, data, options) => {
      calls.push({ data, options });
      return Promise.resolve({ id: 'job' });
    },
    getJob: () =>
      Promise.resolve({
        priority: 1,
        changePriority: (options) => Promise.resolve(calls.push({ raised: options })),
      }),
    addBulk: () => Promise.reject(new Error('unused')),
    getJobCountByTypes: () => Promise.resolve(0),
    waitUntilReady: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };

  beforeAll(async () => {
    fixture = await openEngineFixture();
    const { database, databaseUrl } = fixture;
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    const openWorker = (): never => {
      throw new Error('unused');
    };
    const queue = new JobQueue(
      { openQueue: () => bullQueue, openWorker, note: null, close: () => Promise.resolve() },
      log,
    );
    const options = { databaseUrl, applicationName: 'test', onDisconnect: () => undefined };
    const notifications = new Notifications(options); // not started: no test waits for the end of an execution
    const settings = { EXECUTION_ENABLED: true, WALLET_QUEUE_MAX: 100 };
    engine = new AcceptanceService(database, notifications, queue, new NoFailpoints(), Metrics.off(), log, settings);
  });
  beforeEach(() => {
    calls.length = 0;
  });
  afterAll(() => fixture?.close());

  const accept = async (agentId: string, action: Action): Promise<void> => {
    await engine.accept({ intentId: await fixture.intent(agentId, { action }), requestId: 'test' });
  };
  const wakeup = (laneId: string, priority: number): object => {
    const options = expect.objectContaining({ priority, delay: 0 }) as object;
    return expect.objectContaining({ data: { laneId }, options }) as object;
  };

  it('is enqueued for the first execution of a wallet, and not for another behind it', async () => {
    const { agentId, laneId } = await fixture.wallet();
    await accept(agentId, 'buy_yes');
    await accept(agentId, 'buy_no');
    expect(calls).toEqual([wakeup(laneId, 1)]);
  });

  it('is enqueued once for those behind one that waits for a block, if the lane can send them before', async () => {
    const { agentId, laneId } = await fixture.wallet();
    await accept(agentId, 'buy_yes');
    const waitForBlock = (hasRoom: boolean) =>
      fixture.database.query(
        `UPDATE lanes SET wait_block = 7, has_room = $2, wake_at = now() + interval '5 s' WHERE id = $1`,
        [laneId, hasRoom],
      );
    await waitForBlock(false);
    await accept(agentId, 'buy_no');
    expect(calls).toEqual([wakeup(laneId, 1)]);
    await waitForBlock(true);
    await accept(agentId, 'buy_no');
    await accept(agentId, 'buy_no');
    expect(calls).toEqual([wakeup(laneId, 1), wakeup(laneId, 1)]);
  });

  it('raises the priority of the job for an action that ends a position', async () => {
    const { agentId, laneId } = await fixture.wallet();
    await accept(agentId, 'buy_yes');
    await accept(agentId, 'claim_payout');
    await eventually(
      () => Promise.resolve(calls.length),
      (count) => count === 3,
    );
    expect(calls).toEqual([wakeup(laneId, 1), wakeup(laneId, 0), { raised: { priority: 0 } }]);
  });

  it('comes last after an execution that failed before anything was sent', async () => {
    const { agentId, laneId } = await fixture.wallet();
    await accept(agentId, 'buy_yes');
    for (const isSent of [false, true]) {
      await fixture.database.query(
        `UPDATE executions SET status = 'failed', completed_at = now(), retry_safe = true, broadcast_performed = $2
         WHERE lane_id = $1`,
        [laneId, isSent],
      );
      await accept(agentId, 'buy_yes');
    }
    expect(calls).toEqual([wakeup(laneId, 1), wakeup(laneId, 2), wakeup(laneId, 1)]);
  });

  it.each(['queued', 'unknown'])('is enqueued for an execution behind one that is %s and paused', async (status) => {
    const { agentId, laneId } = await fixture.wallet();
    await accept(agentId, 'buy_yes');
    await fixture.database.query(`UPDATE executions SET status = $2, waiting_for = 'paused' WHERE lane_id = $1`, [
      ...[laneId, status],
    ]);
    await accept(agentId, 'buy_no');
    expect(calls).toEqual([wakeup(laneId, 1), wakeup(laneId, 1)]);
    const [behind] = await fixture.database.query<{ waitingFor: string | null }>(
      `SELECT waiting_for AS "waitingFor" FROM executions WHERE lane_id = $1 AND action = 'buy_no'`,
      [laneId],
    );
    expect(behind).toEqual({ waitingFor: 'lane' });
  });
});
