import { Inject, Injectable } from '@nestjs/common';
import { AppError, Clock } from '@app/common';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import type { AgentWallet } from '../wallets/agent-wallet.entity.js';
import { checkPermitted, type PolicySubject } from '../wallets/wallet-policy.js';
import { WalletsService } from '../wallets/wallets.service.js';
import { type Check, failed, passed } from './check.js';
import { ExecutionPreview } from './execution-preview.js';
import type { IntentRequest } from './intent.entity.js';
import type { IntentPreview } from './intent-preview.js';
import { checkAmount, checkTiming } from './intent-rules.js';
import { IntentWarningsService } from './intent-warnings.service.js';
import { IntentsRepository } from './intents.repository.js';
import { walletChecks } from './wallet-checks.js';

export interface EvaluatedRequest {
  /** Advice; a warning does not reject the request. */
  warnings: string[];
  preview: IntentPreview;
}

/** A request with the id that its intent will have. */
export interface IntentDraft {
  intentId: string;
  request: IntentRequest;
  requestHash: string;
}

/** Evaluates a request before it becomes an intent. */
@Injectable()
export class IntentPreviewService {
  constructor(
    private readonly intents: IntentsRepository,
    private readonly wallets: WalletsService,
    private readonly warnings: IntentWarningsService,
    private readonly execution: ExecutionPreview,
    private readonly clock: Clock,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /** Checks the rules that do not depend on time or state. @throws {AppError} agent_intent_invalid */
  checkShape(request: IntentRequest): void {
    assertValid(checkAmount(request, this.settings.COLLATERAL_DECIMALS));
  }

  /**
   * Checks the rules of this moment and of the agent's wallet, if it has one, and previews the execution.
   * @throws {AppError} agent_intent_invalid; agent_wallet_frozen; agent_action_forbidden; agent_policy_violation
   */
  async evaluate(draft: IntentDraft): Promise<EvaluatedRequest> {
    const { intentId, request } = draft;
    assertValid(checkTiming(request, this.clock.nowMs()));
    const wallet = await this.wallets.findByAgentId(request.agentId);
    assertPermitted(wallet, request);
    const [warnings, execution, duplicate] = await Promise.all([
      this.warnings.warn(request, wallet),
      this.execution.evaluate({ intentId, request, wallet }),
      this.checkDuplicate(draft),
    ]);
    const checks = [...walletChecks(wallet, request), ...execution.checks, duplicate];
    return { warnings, preview: { checks, quote: execution.quote } };
  }

  private async checkDuplicate({ request: { agentId }, requestHash }: IntentDraft): Promise<Check> {
    const duplicate = await this.intents.findRecentDuplicate({ agentId, requestHash });
    if (duplicate === null) return passed('duplicate');
    const message = `${duplicate.id} requested the same a moment ago. This does not reject the intent.`;
    return failed('duplicate', { code: null, message });
  }
}

/** Preview and confirm need no wallet; an existing one must permit the request. @throws {AppError} its rejection */
export function assertPermitted(wallet: AgentWallet | null, subject: PolicySubject): void {
  const rejection = wallet === null ? null : checkPermitted(wallet, subject);
  if (rejection !== null) throw rejection;
}

function assertValid(details: readonly string[]): void {
  if (details.length > 0) throw new AppError('agent_intent_invalid', { details });
}
