import { Inject, Injectable } from '@nestjs/common';
import { AppError, Clock } from '@app/common';
import { Database } from '@app/persistence';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import { type Check, failed, passed } from './check.js';
import { ExecutionPreview } from './execution-preview.js';
import { walletChecks } from './wallet-checks.js';
import type { AgentWallet } from '../wallets/agent-wallet.js';
import { checkPermitted, type PolicySubject } from '../wallets/wallet-policy.js';
import { WalletsService } from '../wallets/wallets.service.js';
import type { IntentPreview, IntentRequest } from './intent.js';
import { checkAmount, checkTiming } from './intent-rules.js';
import { IntentWarningsService } from './intent-warnings.service.js';
import { findRecentDuplicate } from './intent-statements.js';

export interface Judgement {
  /** They refuse nothing. */
  warnings: string[];
  preview: IntentPreview;
}

/** An intent that is about to be made. */
export interface IntentDraft {
  intentId: string;
  request: IntentRequest;
  requestHash: string;
}

/** Judges a request before it becomes an intent. */
@Injectable()
export class IntentPreviewService {
  constructor(
    private readonly database: Database,
    private readonly wallets: WalletsService,
    private readonly warnings: IntentWarningsService,
    private readonly forecast: ExecutionPreview,
    private readonly clock: Clock,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /** What stays true of a request for ever. @throws {AppError} agent_intent_invalid */
  checkShape(request: IntentRequest): void {
    refuse(checkAmount(request, this.settings.COLLATERAL_DECIMALS));
  }

  /**
   * What is true of it now: the time-dependent rules and the wallet's, if the agent has one, refuse; what executing it
   * would come to is foreseen.
   * @throws {AppError} agent_intent_invalid; agent_action_forbidden; agent_policy_violation
   */
  async judge(draft: IntentDraft): Promise<Judgement> {
    const { intentId, request } = draft;
    refuse(checkTiming(request, this.clock.nowMs()));
    const wallet = await this.wallets.findByAgentId(request.agentId);
    permit(wallet, request);
    const [warnings, forecast, duplicate] = await Promise.all([
      this.warnings.warn(request, wallet),
      this.forecast.evaluate({ intentId, request, wallet }),
      this.checkDuplicate(draft),
    ]);
    const checks = [...walletChecks(wallet, request), ...forecast.checks, duplicate];
    return { warnings, preview: { checks, quote: forecast.quote } };
  }

  private async checkDuplicate({ request: { agentId }, requestHash }: IntentDraft): Promise<Check> {
    const twin = await findRecentDuplicate(this.database, { agentId, requestHash });
    if (twin === null) return passed('duplicate');
    const message = `${twin.id} asked for the very same a moment ago; nothing refuses to do it again.`;
    return failed('duplicate', { code: null, message });
  }
}

/** A preview and a confirm need no wallet; one that is there is asked. @throws {AppError} what it refuses with */
export function permit(wallet: AgentWallet | null, subject: PolicySubject): void {
  const refusal = wallet === null ? null : checkPermitted(wallet, subject);
  if (refusal !== null) throw refusal;
}

function refuse(details: readonly string[]): void {
  if (details.length > 0) throw new AppError('agent_intent_invalid', { details });
}
