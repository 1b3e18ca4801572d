import { acceptedExecution, buildArming } from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { applyLocally } from './apply-locally.js';
import type { Execution } from './lane-work.js';
import type { Change, Lease, StepChange } from './ports/engine-store.js';

const [HASH, OTHER_HASH] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`];
const KEY = '00000000-0000-4000-8000-000000000001';

const CHANGES: readonly Pick<Change, 'execution' | 'step'>[] = [
  { step: buildStep({ to: 'sent', providerTransactionId: 'one' }) },
  {
    step: buildStep({ transactionHash: HASH }),
    execution: { to: 'broadcast', broadcastPerformed: true, waitingFor: 'block', approveTransactionHash: HASH },
  },
  { step: buildStep({ transactionHash: OTHER_HASH, providerState: 'sent' }) },
  { step: buildStep({ foreignHash: OTHER_HASH, transactionHash: null }) },
  { step: buildStep({ accelerationKey: KEY }) },
  { step: buildStep({ accelerationKey: null, providerTransactionId: 'two' }) },
  { step: buildStep({ to: 'mined', transactionHash: HASH, blockNumber: 7, blockHash: '0xb7' }) },
  { step: buildStep({ to: 'sent', blockNumber: null, blockHash: null }) },
  {
    step: buildStep({ to: 'unknown', providerTransactionId: null }),
    execution: { to: 'unknown', waitingFor: 'provider' },
  },
  { step: buildStep({ to: 'done' }), execution: { to: 'submitting', waitingFor: null, tries: 3 } },
];

function buildStep(change: Omit<StepChange, 'kind'>): StepChange {
  return { kind: 'main', ...change };
}

describe('applyLocally', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  // Moves of an execution that is not over leave its intent as it is.
  const intent = {} as Execution['intent'];

  async function loaded(lease: Lease): Promise<Execution> {
    const [execution] = (await fixture.store.load(lease, 1)).executions;
    if (execution === undefined) throw new Error('the lane is idle');
    return { ...execution, intent };
  }

  it('equals what the lane’s next read returns, after every change', async () => {
    const { executionId, lease } = await acceptedExecution(fixture);
    await fixture.store.arm(lease, buildArming(executionId));
    let execution = await loaded(lease);
    for (const fields of CHANGES) {
      const step = execution.steps.find(({ kind }) => kind === 'main');
      const from = { execution: execution.status, step: step?.status ?? 'planned' };
      const change: Change = { executionId, from, ...fields };
      const { writtenAtMs } = await fixture.store.apply(lease, change);
      execution = applyLocally(execution, change, writtenAtMs);
      expect({ fields, execution }).toEqual({ fields, execution: await loaded(lease) });
    }
  });
});
