import type { Check } from '@app/engine';
import type { AcceptanceService } from '../executions/acceptance.service.js';
import type { IntentsService } from '../intents/intents.service.js';
import { AutoClaimsService, type ClaimOutcome } from './auto-claims.service.js';
import type { DueClaim } from './due-claims.repository.js';

const CLAIM = { agentId: 'agent_claims_1', action: 'claim_payout', intentId: null, policyVersion: '1', others: 0 };

/** Outcome of a due claim whose preview has these checks. */
async function accept(...checks: Partial<Check>[]): Promise<ClaimOutcome> {
  const intents = {
    lookUp: () => Promise.resolve({ known: null, facts: { wallet: { policyVersion: '1' } } }),
    draft: () => Promise.resolve({ preview: { checks } }),
  } as unknown as IntentsService;
  const acceptance = { acceptNew: () => Promise.resolve({}) } as unknown as AcceptanceService;
  return new AutoClaimsService(intents, acceptance).accept(CLAIM as unknown as DueClaim);
}

describe('AutoClaimsService', () => {
  const GAS = { rule: 'gas', result: 'fail' } as const;

  it('accepts a claim of a wallet whose gas is for few more executions, which only warns', async () => {
    expect(await accept({ ...GAS, code: null })).toBe('accepted');
  });

  it('stores nothing for a claim that gas, the market or an unreadable chain refuses', async () => {
    const code = 'agent_execution_failed';
    expect(await accept({ ...GAS, code })).toBe('wallet_refused');
    expect(await accept({ ...GAS, code }, { rule: 'simulation', result: 'fail', code })).toBe('refused');
    expect(await accept({ rule: 'simulation', result: 'unknown', code: null })).toBe('not_now');
  });
});
