import { acceptedExecution, armingOf } from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { carryForward } from './carry-forward.js';
import type { Execution } from './lane-work.js';
import type { Change, Lease, StepChange } from './ports/engine-store.js';

const [HASH, OTHER_HASH] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`];
const KEY = '00000000-0000-4000-8000-000000000001';

const CHANGES: readonly Pick<Change, 'execution' | 'step'>[] = [
  { step: stepOf({ to: 'sent', providerTransactionId: 'one' }) },
  {
    step: stepOf({ transactionHash: HASH }),
    execution: { to: 'broadcast', broadcastPerformed: true, waitingFor: 'block', approveTransactionHash: HASH },
  },
  { step: stepOf({ transactionHash: OTHER_HASH, providerState: 'sent' }) },
  { step: stepOf({ foreignHash: OTHER_HASH, transactionHash: null }) },
  { step: stepOf({ accelerationKey: KEY }) },
  { step: stepOf({ accelerationKey: null, providerTransactionId: 'two' }) },
  { step: stepOf({ to: 'mined', transactionHash: HASH, blockNumber: 7, blockHash: '0xb7' }) },
  { step: stepOf({ to: 'sent', blockNumber: null, blockHash: null }) },
  {
    step: stepOf({ to: 'unknown', providerTransactionId: null }),
    execution: { to: 'unknown', waitingFor: 'provider' },
  },
  { step: stepOf({ to: 'done' }), execution: { to: 'submitting', waitingFor: null, tries: 3 } },
];

function stepOf(change: Omit<StepChange, 'kind'>): StepChange {
  return { kind: 'approve', ...change };
}

describe('carryForward', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  // Moves of an execution that is not over leave its intent as it is.
  const intent = {} as Execution['intent'];

  async function loaded(lease: Lease): Promise<Execution> {
    const { execution } = await fixture.store.load(lease);
    if (execution === null) throw new Error('the lane is idle');
    return { ...execution, intent };
  }

  it('equals what the lane’s next read returns, after every change', async () => {
    const { executionId, lease } = await acceptedExecution(fixture);
    await fixture.store.arm(lease, armingOf(executionId));
    let execution = await loaded(lease);
    for (const fields of CHANGES) {
      const step = execution.steps.find(({ kind }) => kind === 'approve');
      const from = { execution: execution.status, step: step?.status ?? 'planned' };
      const change: Change = { executionId, from, event: { type: 'step.any' }, ...fields };
      const { writtenAtMs } = await fixture.store.apply(lease, change);
      execution = carryForward(execution, change, writtenAtMs);
      expect({ fields, execution }).toEqual({ fields, execution: await loaded(lease) });
    }
  });
});
