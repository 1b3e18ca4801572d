import { Inject, Injectable } from '@nestjs/common';
import { checkPermitted, type PolicySubject, type PolicyWallet } from '@app/agents';
import { AppError, Clock } from '@app/common';
import { type Check, failed, type IntentPreview, type IntentRequest, passed } from '@app/engine';
import { DiscoveryRepository } from '@app/markets';
import { INTENTS_SETTINGS, type AcceptanceSettings } from '../intents.settings.js';
import { ExecutionPreview } from './execution-preview.js';
import { checkAmount, checkTiming } from './intent-rules.js';
import { IntentWarningsService } from './intent-warnings.service.js';
import type { PreviewContext } from './preview-context.repository.js';
import { type WalletCheckInput, walletChecks } from './wallet-checks.js';

export interface EvaluatedRequest {
  /** Advice; a warning does not reject the request. */
  warnings: string[];
  preview: IntentPreview;
}

/** A request with the id that its intent will have, and the stored facts that its preview depends on. */
export interface IntentDraft {
  intentId: string;
  request: IntentRequest;
  facts: PreviewContext;
}

@Injectable()
export class IntentPreviewService {
  constructor(
    private readonly warnings: IntentWarningsService,
    private readonly execution: ExecutionPreview,
    private readonly discovery: DiscoveryRepository,
    private readonly clock: Clock,
    @Inject(INTENTS_SETTINGS) private readonly settings: AcceptanceSettings,
  ) {}

  /** Checks the rules that do not depend on time or state. @throws {AppError} agent_intent_invalid */
  checkShape(request: IntentRequest): void {
    assertValid(checkAmount(request, this.settings.COLLATERAL_DECIMALS));
  }

  /**
   * Checks the rules of this moment and of the agent's wallet, if it has one, and previews the execution.
   * @throws {AppError} agent_intent_invalid; agent_wallet_frozen; agent_action_forbidden; agent_policy_violation
   */
  async evaluate({ intentId, request, facts }: IntentDraft): Promise<EvaluatedRequest> {
    const { wallet } = facts;
    assertValid(checkTiming(request, this.clock.nowMs()));
    assertPermitted(wallet, request);
    const [warnings, execution, similar] = await Promise.all([
      this.warnings.warn(request, facts),
      this.execution.evaluate({ intentId, request, wallet, controls: facts }),
      request.question === null ? [] : this.discovery.findSameQuestion(request.question),
    ]);
    const checks = [...this.checkWallet(request, facts), ...execution.checks, checkDuplicate(facts)];
    return {
      warnings: [...warnings, ...(similar.length === 0 ? [] : [SAME_QUESTION])],
      preview: { ...execution, checks, ...(similar.length > 0 && { similarMarkets: similar }) },
    };
  }

  /** Shows the rules of the wallet and its budgets at this moment. */
  checkWallet(subject: PolicySubject, facts: WalletCheckInput): Check[] {
    return walletChecks(subject, facts, this.clock.nowMs());
  }
}

const SAME_QUESTION = 'an open market may ask the same question; similar_markets names it';

function checkDuplicate({ duplicateId }: PreviewContext): Check {
  if (duplicateId === null) return passed('duplicate');
  const message = `${duplicateId} requested the same a moment ago. This does not reject the intent.`;
  return failed('duplicate', { code: null, message });
}

/** Preview and confirm need no wallet; an existing one must permit the request. @throws {AppError} its rejection */
export function assertPermitted(wallet: PolicyWallet | null, subject: PolicySubject): void {
  const rejection = wallet === null ? null : checkPermitted(wallet, subject);
  if (rejection !== null) throw rejection;
}

function assertValid(details: readonly string[]): void {
  if (details.length > 0) throw new AppError('agent_intent_invalid', { details });
}
