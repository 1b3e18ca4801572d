import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AUTO_CLAIM_CLIENT } from '@app/common';
import type { Check, IntentRequest } from '@app/engine';
import { AcceptanceService } from '../executions/acceptance.service.js';
import { CHAIN_RULES } from '../intents/execution-preview.js';
import { IntentsService } from '../intents/intents.service.js';
import type { DueClaim } from './due-claims.repository.js';

/**
 * What became of a due claim:
 * - `accepted`: its execution is queued
 * - `not_now`: the wallet is busy or has changed, or the chain did not answer
 * - `refused`: by a rule of the market
 * - `wallet_refused`: by a rule that holds for other claims of the wallet too
 */
export type ClaimOutcome = 'accepted' | 'not_now' | 'refused' | 'wallet_refused';

/** Creates, confirms and accepts automatic claims as the API does for clients. */
@Injectable()
export class AutoClaimsService {
  constructor(
    private readonly intents: IntentsService,
    private readonly acceptance: AcceptanceService,
  ) {}

  /**
   * Accepts a due claim, unless a rule refuses it now. Then nothing is stored. Of simultaneous calls of workers one accepts.
   * @throws {AppError} the errors of `IntentsService.draft`, and of confirm and accept for a repeated claim
   */
  async accept(claim: DueClaim): Promise<ClaimOutcome> {
    const { intentId, policyVersion } = claim;
    const request = intentId === null ? toRequest(claim) : await this.intents.get(intentId);
    const found = await this.intents.lookUp(request);
    const { known, facts } = found;
    // Another worker or the owner was faster.
    if ((known?.id ?? null) !== intentId || facts.wallet?.policyVersion !== policyVersion) return 'not_now';
    const draft = await this.intents.draft(request, found);
    const refusal = findRefusal(draft.preview?.checks ?? []);
    if (refusal !== null) return refusal;
    const requestId = randomUUID();
    if (known === null) {
      const accepted = await this.acceptance.acceptNew(
        { intent: draft, wallet: facts.wallet, controls: facts },
        requestId,
      );
      return accepted === null ? 'not_now' : 'accepted';
    }
    await this.intents.confirm(known.id);
    await this.acceptance.accept({ intentId: known.id, requestId });
    return 'accepted';
  }
}

function findRefusal(checks: readonly Check[]): Exclude<ClaimOutcome, 'accepted'> | null {
  const rules: readonly string[] = CHAIN_RULES;
  // A failed check without a code warns, as of gas for few more executions.
  const failing = checks.filter(
    ({ rule, result, code }) => (result === 'unknown' || code !== null) && rules.includes(rule),
  );
  if (failing.length === 0) return null;
  if (failing.some(({ result }) => result === 'unknown')) return 'not_now';
  return failing.every(({ rule }) => rule === 'gas') ? 'wallet_refused' : 'refused';
}

/** The key has a number from the second claim of a market on: a reorganisation may turn a resolution into a cancellation. */
function toRequest({ agentId, action, userWallet, marketId, marketContractAddress, others }: DueClaim): IntentRequest {
  const number = others === 0 ? '' : ` ${others + 1}`;
  return {
    agentId,
    action,
    userWallet,
    marketId,
    marketContractAddress,
    amount: null,
    minMultiple: null,
    outcome: null,
    resolver: null,
    collateralToken: null,
    closeTimestamp: null,
    question: null,
    evidence: null,
    sourceClient: AUTO_CLAIM_CLIENT,
    clientRequestId: `claim ${marketContractAddress}${number}`,
  };
}
