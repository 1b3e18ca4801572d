import { Secret } from '@app/common';
import {
  type LanePorts,
  openEngine,
  openQueue,
  type OpenQueue,
  startLanes,
} from '../../../tools/support/engine/engine-dependencies.js';
import { acceptInParallel } from '../../../tools/support/engine/accept-claims.js';
import { CallLogs } from '../../../tools/support/engine/call-logs.js';
import { StubChain, StubCustody } from '../../../tools/support/engine/stub-ports.js';
import { createTestDatabase, type TestDatabase } from '../test-database.js';
import { connectDatabase, type ConnectedDatabase } from '../open-database.js';
import type { QueueFixture } from '../queue/queue-stack.js';

/** The worker's lanes on a real database and queue. Provider and chain are stubs. */
export class LanesFixture {
  /** Call logs shared by the stubs of one test. */
  readonly logs = new CallLogs();
  private worker: { close: () => Promise<void> } | null = null;

  private constructor(
    readonly queue: QueueFixture,
    private readonly testDatabase: TestDatabase,
    private readonly connected: ConnectedDatabase,
    private readonly opened: OpenQueue,
  ) {}

  static async open(openQueueFixture: () => Promise<QueueFixture>): Promise<LanesFixture> {
    const fixture = await openQueueFixture();
    const testDatabase = await createTestDatabase();
    const connected = await connectDatabase(testDatabase.url);
    const opened = await openQueue({
      databaseUrl: new Secret(fixture.databaseUrl),
      ...(fixture.queueUrl !== '' && { redisUrl: new Secret(fixture.queueUrl) }),
    });
    return new LanesFixture(fixture, testDatabase, connected, opened);
  }

  get url(): Secret {
    return new Secret(this.testDatabase.url);
  }

  get database() {
    return this.connected.database;
  }

  async start(ports: Partial<LanePorts> = {}): Promise<void> {
    const { queue, consumer } = this.opened;
    const stubs = { custody: new StubCustody(this.logs), chain: new StubChain(this.logs) };
    const env = { LANE_LEASE_MS: '1000', ...ports.env };
    const { url: databaseUrl, database } = this;
    this.worker = await startLanes({ databaseUrl, database, queue, consumer, ...stubs, ...ports, env });
  }

  accept(intentIds: readonly string[]): Promise<void> {
    return acceptInParallel(intentIds, openEngine(this.database, this.url, this.opened.queue));
  }

  /** Number of executions by status. */
  async statuses(): Promise<Record<string, number>> {
    const rows = await this.database.query<{ status: string; count: number }>(
      'SELECT status, count(*)::int AS count FROM executions GROUP BY status',
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }

  async close(): Promise<void> {
    await this.worker?.close();
    await this.opened.close();
    await this.connected.close();
    await this.testDatabase.drop();
    await this.queue.close();
  }
}
