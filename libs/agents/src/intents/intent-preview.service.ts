import { Inject, Injectable } from '@nestjs/common';
import { AppError, Clock } from '@app/common';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import type { AgentWallet } from '../wallets/domain/agent-wallet.js';
import { checkPermitted, type PolicySubject } from '../wallets/domain/wallet-policy.js';
import { WalletsService } from '../wallets/wallets.service.js';
import type { IntentRequest } from './domain/intent.js';
import { checkAmount, checkTiming } from './domain/intent-rules.js';
import { IntentWarningsService } from './intent-warnings.service.js';

/** Judges a request before it becomes an intent. */
@Injectable()
export class IntentPreviewService {
  constructor(
    private readonly wallets: WalletsService,
    private readonly warnings: IntentWarningsService,
    private readonly clock: Clock,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /** What stays true of a request for ever. @throws {AppError} agent_intent_invalid */
  checkShape(request: IntentRequest): void {
    refuse(checkAmount(request, this.settings.COLLATERAL_DECIMALS));
  }

  /**
   * What is true of it now: the time-dependent rules, then the wallet's, if the agent has one.
   * @returns warnings, which refuse nothing
   * @throws {AppError} agent_intent_invalid; agent_action_forbidden; agent_policy_violation
   */
  async judge(request: IntentRequest): Promise<string[]> {
    refuse(checkTiming(request, this.clock.nowMs()));
    const wallet = await this.wallets.findByAgentId(request.agentId);
    permit(wallet, request);
    return this.warnings.warn(request, wallet);
  }
}

/** A preview and a confirm need no wallet; one that is there is asked. @throws {AppError} what it refuses with */
export function permit(wallet: AgentWallet | null, subject: PolicySubject): void {
  const refusal = wallet === null ? null : checkPermitted(wallet, subject);
  if (refusal !== null) throw new AppError(refusal);
}

function refuse(details: readonly string[]): void {
  if (details.length > 0) throw new AppError('agent_intent_invalid', { details });
}
