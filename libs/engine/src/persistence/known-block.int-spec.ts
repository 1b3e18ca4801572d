import { acceptedExecution } from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';

describe('what the service has recorded, as a lane reads it', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture({ leaseMs: 600_000 });
    await index('block_number = 30, block_hash = $$0x$$, head_number = 31');
  });
  afterAll(() => fixture?.close());

  it('has the head of the chain index, and the block of the newest effect of any wallet', async () => {
    const { lease, executionId: own } = await acceptedExecution(fixture);
    const { executionId: other } = await acceptedExecution(fixture, 'claim_payout');
    const known = async () => (await fixture.store.load(lease, 1)).knownBlock;
    expect(await known()).toBe(31);
    await mine(other, 'main', 40);
    expect(await known()).toBe(40);
    await mine(own, 'approve', 42);
    expect(await known()).toBe(42);
    await index('block_number = 45, head_number = 44');
    expect(await known()).toBe(45);
  });

  it('leaves out an effect of more than an hour ago, below which the chain may have been rolled back', async () => {
    const { lease } = await acceptedExecution(fixture);
    const { executionId: old } = await acceptedExecution(fixture, 'claim_payout');
    await mine(old, 'main', 900, '59 minutes');
    expect((await fixture.store.load(lease, 1)).knownBlock).toBe(900);
    await mine(old, 'main', 900, '61 minutes');
    expect((await fixture.store.load(lease, 1)).knownBlock).toBe(45);
  });

  it('leaves out the approval of the own buy as well after that time', async () => {
    const { lease, executionId } = await acceptedExecution(fixture);
    await mine(executionId, 'approve', 700, '59 minutes');
    expect((await fixture.store.load(lease, 1)).knownBlock).toBe(700);
    await mine(executionId, 'approve', 700, '61 minutes');
    expect((await fixture.store.load(lease, 1)).knownBlock).toBe(45);
  });

  it('expects the funds of the faucet for twenty seconds', async () => {
    const { lease, laneId } = await acceptedExecution(fixture);
    const awaitsFunds = async () => (await fixture.store.load(lease, 1)).awaitsFunds;
    const grant = (status: string, age: string) =>
      fixture.database.query(
        `INSERT INTO worker_tasks (kind, subject_id, status, wake_at, expires_at, updated_at)
         VALUES ('request_faucet', $1, $2, NULL, now(), now() - $3::interval)`,
        [laneId, status, age],
      );
    await grant('failed', '1 s');
    await grant('done', '21 s');
    expect(await awaitsFunds()).toBe(false);
    await grant('done', '15 s');
    expect(await awaitsFunds()).toBe(true);
  });

  async function index(values: string): Promise<void> {
    await fixture.database.query(`UPDATE chain_index SET ${values}`);
  }

  async function mine(executionId: string, kind: string, block: number, age = '0'): Promise<void> {
    await fixture.database.query(
      `INSERT INTO execution_steps (execution_id, kind, block_number, updated_at) VALUES ($1, $2, $3, now() - $4::interval)
       ON CONFLICT (execution_id, kind) DO UPDATE SET block_number = $3, updated_at = excluded.updated_at`,
      [executionId, kind, block, age],
    );
  }
});
