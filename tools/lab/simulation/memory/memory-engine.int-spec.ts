import { randomUUID } from 'node:crypto';
import type { ExecutionStatus } from '@app/engine';
import type { Change, Lease } from '../../../../libs/engine/src/domain/ports/engine-store.js';
import {
  EXECUTION_MOVES,
  STEP_MOVES,
  STEP_STATUSES,
  type StepStatus,
} from '../../../../libs/engine/src/domain/states.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { type Answers, LEASE_MS, ModelComparison } from '../../../../test/support/model-comparison/model-comparison.js';
import { Random } from '../../../support/random.js';

const SEEDS = [1, 2, 3, 4, 5, 6, 11];
const MOVES = 60;
const STATUSES = Object.keys(EXECUTION_MOVES) as ExecutionStatus[];

describe('in-memory engine of the simulation', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture({ leaseMs: LEASE_MS });
  });

  afterAll(async () => {
    await fixture?.close();
  });

  it.each(SEEDS)('answers and writes like the real store (seed %i)', async (seed) => {
    const comparison = new ModelComparison(fixture);
    await comparison.populate(['buy_yes', 'claim_payout', 'buy_yes']);
    const commands = new RandomCommands(comparison, new Random(seed));
    try {
      for (let move = 0; move < MOVES; move += 1) {
        const { command, answers } = await commands.next();
        expect({ command, ...answers.model }).toEqual({ command, ...answers.real });
        const { real, model } = await comparison.rows();
        expect({ command, rows: model }).toEqual({ command, rows: real });
      }
    } finally {
      await comparison.pause('global', false);
      await comparison.pause('buy_yes', false);
    }
  });
});

/** Draws random commands, mostly legal ones. */
class RandomCommands {
  private lease: Lease;
  private readonly leases: Lease[] = [];

  constructor(
    private readonly comparison: ModelComparison,
    private readonly random: Random,
  ) {
    this.lease = { laneId: comparison.laneId, fence: '0' };
  }

  async next(): Promise<{ command: string; answers: Answers }> {
    const { comparison, random } = this;
    const intentId = random.pick(comparison.intentIds);
    const index = random.between(0, Math.max(0, comparison.executions.length - 1));
    const kind = random.pick(['approve', 'main', 'main'] as const);
    const lease = random.chance(0.9) ? this.lease : random.pick([this.lease, ...this.leases]);
    const choices: [string, number, () => Promise<Answers>][] = [
      ['accept', 3, () => comparison.accept(intentId)],
      ['cancel', 1, () => comparison.cancel(intentId)],
      ['acquire', 6, () => this.acquire()],
      ['expire', 1, () => comparison.expire()],
      ['steal', 0.5, () => comparison.steal()],
      ['renew', 1, () => comparison.renew(lease)],
      ['release', 2, () => comparison.release(lease, random.pick([null, 0, 60_000]))],
      ['load', 4, () => comparison.load(lease)],
      ['arm', 6, () => comparison.arm(lease, index, kind)],
      ['countSend', 2, () => comparison.countSend(lease, index, kind)],
      ['useProviderToken', 1, () => comparison.useSendPermit(lease)],
      ['apply', 12, () => this.apply(lease, index, kind)],
      ['noteWaiting', 1, () => comparison.setWaitingFor(lease, index)],
      ['pause', 1, () => comparison.pause(random.pick(['global', 'buy_yes']), random.chance(0.4))],
      ['changeWallet', 1, () => this.changeWallet()],
    ];
    let ticket = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    const chosen = choices.find(([, weight]) => (ticket -= weight) < 0);
    if (chosen === undefined) throw new Error('the weights do not add up');
    const [name, , run] = chosen;
    return { command: name, answers: await run() };
  }

  private async acquire() {
    const answers = await this.comparison.acquire();
    const lease = (answers.real.answer ?? null) as Lease | null;
    if (lease !== null) {
      this.leases.push(this.lease);
      this.lease = lease;
    }
    return answers;
  }

  private async apply(lease: Lease, index: number, kind: 'approve' | 'main') {
    const { random, comparison } = this;
    const rows = (await comparison.rows()).model as {
      executions: { status: ExecutionStatus; steps: { kind: string; status: StepStatus }[] }[];
    };
    const row = rows.executions[index];
    const usual = random.chance(0.9);
    const execution = usual && row ? row.status : random.pick(STATUSES);
    const step = (usual && row?.steps.find((one) => one.kind === kind)?.status) || random.pick(STEP_STATUSES);
    const to = random.pick([null, ...EXECUTION_MOVES[execution], ...(usual ? [] : STATUSES)]);
    const stepTo = random.pick([null, ...STEP_MOVES[step], ...(usual ? [] : STEP_STATUSES)]);
    const hash = random.pick(['0xaa', '0xbb']);
    const change: Omit<Change, 'executionId'> = {
      from: { execution, step: random.chance(0.9) ? step : random.pick(STEP_STATUSES) },
      execution: {
        ...(to !== null && to !== 'cancelled' && { to }),
        ...(to === 'failed' && { failureReason: 'provider_failed' as const }),
        ...(random.chance(0.3) && { waitingFor: random.pick(['block', null] as const) }),
        ...(random.chance(0.2) && { broadcastPerformed: true, transactionHash: hash }),
        ...(random.chance(0.1) && { approveTransactionHash: hash }),
        ...(random.chance(0.1) && { tries: random.between(1, 5) }),
      },
      step: {
        kind,
        ...(stepTo !== null && stepTo !== 'armed' && { to: stepTo }),
        ...(random.chance(0.3) && { providerTransactionId: random.pick([randomUUID(), null]) }),
        ...(random.chance(0.2) && { providerState: 'sent' }),
        ...(random.chance(0.3) && { transactionHash: hash }),
        ...(random.chance(0.2) && { blockNumber: random.pick([7, null]), blockHash: '0xb' }),
        ...(random.chance(0.1) && { accelerationKey: random.pick([randomUUID(), null]) }),
      },
    };
    return comparison.apply(lease, index, change);
  }

  private changeWallet() {
    const { random } = this;
    return this.comparison.changeWallet({
      status: random.chance(0.8) ? 'active' : 'disabled',
      paused: random.chance(0.2),
      maxTradeAmount: random.pick([null, '100', '100', '1']),
    });
  }
}
