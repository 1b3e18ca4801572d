import { AppError, Clock } from '@app/common';
import type { AutoClaimsService, ClaimOutcome, DueClaim, DueClaimsRepository } from '@app/intents';
import type { Logger } from '@app/observability';
import { AutoClaimer } from './auto-claimer.js';

class ManualClock extends Clock {
  constructor(public timeMs = 0) {
    super();
  }

  now(): Date {
    return new Date(this.timeMs);
  }
}

const claim = (agentId: string, market: string): DueClaim => ({
  agentId,
  policyVersion: '1',
  action: 'claim_payout',
  userWallet: '0xa',
  marketId: market,
  marketContractAddress: market,
  intentId: null,
  others: 0,
});

describe('AutoClaimer', () => {
  let tried: string[];
  let outcomes: Record<string, ClaimOutcome | AppError>;
  let due: DueClaim[];
  let clock: ManualClock;
  let claimer: AutoClaimer;

  beforeEach(() => {
    [tried, outcomes, due, clock] = [[], {}, [], new ManualClock()];
    const repository = { list: () => Promise.resolve(due) } as unknown as DueClaimsRepository;
    const accept = ({ agentId, marketContractAddress }: DueClaim): Promise<ClaimOutcome> => {
      const key = `${agentId} ${marketContractAddress}`;
      tried.push(key);
      const outcome = outcomes[key] ?? 'accepted';
      return outcome instanceof AppError ? Promise.reject(outcome) : Promise.resolve(outcome);
    };
    const log = { info: () => undefined, warn: () => undefined } as unknown as Logger;
    claimer = new AutoClaimer(1, repository, { accept } as unknown as AutoClaimsService, clock, log);
  });

  it('rests while nothing is due', async () => {
    expect(await claimer.claimDue()).toBe('idle');
    due = [claim('alice', '0x1')];
    expect(await claimer.claimDue()).toBeUndefined();
  });

  it('accepts the claims of a wallet in order, and those of others beside them', async () => {
    due = [claim('alice', '0x1'), claim('bob', '0x1'), claim('alice', '0x2')];
    await claimer.claimDue();
    expect(tried.toSorted()).toEqual(['alice 0x1', 'alice 0x2', 'bob 0x1']);
    expect(tried.filter((key) => key.startsWith('alice'))).toEqual(['alice 0x1', 'alice 0x2']);
  });

  it('leaves a wallet that takes no more until the next time', async () => {
    due = [claim('alice', '0x1'), claim('alice', '0x2')];
    outcomes = { 'alice 0x1': 'not_now' };
    await claimer.claimDue();
    await claimer.claimDue();
    expect(tried).toEqual(['alice 0x1', 'alice 0x1']);
  });

  it.each<[what: string, outcome: ClaimOutcome | AppError, others: string[]]>([
    ['a claim that its market refuses', 'refused', ['alice 0x2']],
    ['a claim that is not permitted', new AppError('agent_action_forbidden'), ['alice 0x2']],
    ['a wallet that cannot pay', 'wallet_refused', []],
  ])('leaves %s for 15 seconds', async (_what, outcome, others) => {
    due = [claim('alice', '0x1'), claim('alice', '0x2')];
    outcomes = { 'alice 0x1': outcome };
    await claimer.claimDue();
    clock.timeMs = 14_999;
    await claimer.claimDue();
    expect(tried).toEqual(['alice 0x1', ...others, ...others]);
    clock.timeMs = 15_000;
    await claimer.claimDue();
    expect(tried.filter((key) => key === 'alice 0x1')).toHaveLength(2);
  });

  it('tries nothing more once it closes', async () => {
    due = [claim('alice', '0x1'), claim('alice', '0x2')];
    await claimer.beforeApplicationShutdown();
    await claimer.claimDue();
    expect(tried).toEqual([]);
  });
});
