import { eventually } from '../../../../../test/support/eventually.js';
import { LanesFixture } from '../../../../../test/support/lanes/lanes-fixture.js';
import {
  hasRedis,
  openPostgresQueue,
  openRedisQueue,
  type QueueFixture,
} from '../../../../../test/support/queue/queue-stack.js';
import { seedClaims } from '../../../../../tools/support/engine/seed-claims.js';
import { StubCustody } from '../../../../../tools/support/engine/stub-ports.js';

const WIPES = 50;
const EXECUTIONS_PER_WIPE = 2;

function describeWipes(name: string, openFixture: () => Promise<QueueFixture>): void {
  describe(`lanes with their queue in ${name}`, () => {
    let lanes: LanesFixture;
    beforeAll(async () => {
      lanes = await LanesFixture.open(openFixture);
    });
    afterAll(() => lanes?.close());

    it(`execute each execution once while the queue is wiped ${WIPES} times`, async () => {
      const intentIds = await seedClaims(lanes.url, { wallets: 20, claimsPerWallet: 5 });
      // A worker that was late for its lease sends the same body again, which the custody takes once.
      const sent = new Set<string>();
      await lanes.start({ custody: new StubCustody(lanes.logs, (body) => sent.add(body)) });
      for (let wipe = 0; wipe < WIPES; wipe += 1) {
        const first = wipe * EXECUTIONS_PER_WIPE;
        await Promise.all([lanes.accept(intentIds.slice(first, first + EXECUTIONS_PER_WIPE)), lanes.queue.wipe()]);
      }
      await eventually(
        () => lanes.statuses(),
        ({ executed }) => executed === intentIds.length,
      );
      expect([...sent].map(readProviderReference).sort()).toEqual(intentIds.map((id) => `${id}/1/main`).sort());
    });
  });
}

function readProviderReference(body: string): string {
  const { refId } = JSON.parse(body) as { refId: string };
  return refId;
}

describeWipes('PostgreSQL', openPostgresQueue);
if (hasRedis()) describeWipes('Redis', openRedisQueue);
