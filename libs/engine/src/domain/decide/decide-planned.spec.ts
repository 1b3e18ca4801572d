import { AUTO_CLAIM_CLIENT } from '@app/common';
import { ARMED_AT, buildSubject, fails, planned, SETTINGS } from '../../../../../test/support/decision-rows.js';
import type { Step } from '../lane-work.js';
import type { StepInExecution } from '../transition.js';
import { decide } from './decide.js';
import type { KnownFacts } from './decision.js';

describe('a claim that finds nothing to do', () => {
  const claim = (sourceClient: string | null, step: Partial<Step> = planned): StepInExecution => {
    const { execution, step: its } = buildSubject(step);
    const intent = { ...execution.intent, action: 'claim_payout', amount: null, sourceClient } as const;
    return { step: its, execution: { ...execution, intent } };
  };
  const seen = (rules: 'already_claimed' | 'nothing_to_claim'): KnownFacts => ({
    nowMs: ARMED_AT,
    providerWalletId: 'wallet',
    breakerOpen: false,
    jitter: 0.5,
    rules,
  });

  it.each(['already_claimed', 'nothing_to_claim'] as const)('is cancelled if it is automatic (%s)', (reason) => {
    expect(decide(claim(AUTO_CLAIM_CLIENT), seen(reason), SETTINGS)).toMatchObject({
      transition: {
        event: 'execution.cancelled',
        execution: { to: 'cancelled', waitingFor: null },
        step: { to: 'failed', failure: reason },
      },
    });
  });

  it.each(['already_claimed', 'nothing_to_claim'] as const)('fails if it is by hand (%s)', (reason) => {
    expect(decide(claim('cli'), seen(reason), SETTINGS)).toMatchObject(fails(reason));
  });

  it('fails if it was broadcast before', () => {
    const subject = claim(AUTO_CLAIM_CLIENT);
    const broadcast = { ...subject, execution: { ...subject.execution, status: 'broadcast' } as const };
    expect(decide(broadcast, seen('already_claimed'), SETTINGS)).toMatchObject(fails('already_claimed'));
  });
});
