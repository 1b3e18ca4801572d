import { Inject, Injectable } from '@nestjs/common';
import {
  derivePasscode,
  lockStarts,
  OnboardingService,
  OnboardingsRepository,
  passcodeHash,
  WalletsRepository,
} from '@app/agents';
import { AppError, EXECUTION_CHAIN, newId, WALLET_PROVIDER } from '@app/common';
import type { PreviewedIntent } from '@app/engine';
import { Database, type SqlSession } from '@app/persistence';
import { WorkerTasksService } from '@app/queue';
import { INTENTS_SETTINGS, type IntentsSettings } from './intents.settings.js';
import { IntentsRepository } from './intents/intents.repository.js';

export interface ApprovalRequest {
  intentId: string;
  /** IP address of the client; null when it is not known. */
  clientAddress: string | null;
  requestId: string;
}

/** Intents of these statuses can still be executed. */
const APPROVABLE: readonly string[] = ['preview', 'confirmed', 'failed'];

/** Passcodes by which owners approve single intents. Limited like onboardings, but counted apart. */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly database: Database,
    private readonly intents: IntentsRepository,
    private readonly onboardings: OnboardingService,
    private readonly tasks: WorkerTasksService,
    @Inject(INTENTS_SETTINGS) private readonly settings: IntentsSettings,
  ) {}

  /**
   * Enqueues an e-mail to the owner with a passcode for the intent, unless an earlier one is still valid or a limit is
   * reached. Safe to repeat.
   * @returns the error of the execution, which says what the client does next
   */
  async request(request: ApprovalRequest): Promise<AppError> {
    const subject = await this.findSubject(request.intentId);
    if (subject === null) {
      return refused('The owner must approve this intent, but has verified no mailbox: start an onboarding.');
    }
    const { agentId, userEmail } = subject;
    const start = { agentId, userEmail, clientAddress: request.clientAddress };
    const id = await this.database.transaction((tx) => this.insert(tx, { ...start, intentId: request.intentId }));
    if (id === 'limited') {
      return refused('The owner must approve this intent. Too many passcodes were requested: execute it again later.');
    }
    if (id !== 'pending') await this.tasks.sendPasscode(id, request.requestId);
    return new AppError('agent_approval_required');
  }

  /**
   * Approves the intent, and no other, by the passcode. Repeating it for an approved intent changes nothing.
   * @throws {AppError} agent_intent_not_found; agent_intent_status_invalid; agent_approval_invalid for a wrong, used, void
   * or expired passcode
   */
  async approve(intentId: string, passcode: string): Promise<PreviewedIntent> {
    const intent = await this.getIntent(intentId);
    if (intent.approvedAt !== null) return intent;
    if (!APPROVABLE.includes(intent.status)) {
      throw new AppError('agent_intent_status_invalid', {
        message: `The intent is ${intent.status}: it needs no approval.`,
      });
    }
    const id = await new OnboardingsRepository(this.database).findApproval(intentId);
    if (id === null) throw invalid('No passcode of this intent is valid: execute it to have one sent to the owner.');
    if (!(await this.onboardings.isRightPasscode(id, passcode))) throw invalid('The passcode is wrong.');
    await this.database.transaction(async (tx) => {
      await this.assertOwner(tx, id, intent);
      if (!(await new OnboardingsRepository(tx).complete(id))) throw invalid('The passcode is void.');
      await new IntentsRepository(tx).approve(intentId);
    });
    return this.getIntent(intentId);
  }

  /** Null without a verified mailbox. */
  private async findSubject(intentId: string): Promise<{ agentId: string; userEmail: string } | null> {
    const intent = await this.intents.find(intentId);
    if (intent === null) return null;
    const userEmail = await new WalletsRepository(this.database).findOwner(intent.agentId);
    return userEmail === null ? null : { agentId: intent.agentId, userEmail };
  }

  /** Refuses the passcode of a mailbox that owned the agent when it was requested, and no longer does. */
  private async assertOwner(tx: SqlSession, passcodeId: string, { id, agentId }: PreviewedIntent): Promise<void> {
    const wallets = new WalletsRepository(tx);
    await wallets.lockSharedByIntent(id);
    const owner = await wallets.findOwner(agentId);
    const passcode = await new OnboardingsRepository(tx).findPasscode(passcodeId);
    if (passcode === null || passcode.userEmail.toLowerCase() !== owner?.toLowerCase()) {
      throw invalid('The passcode is void.');
    }
  }

  private async getIntent(intentId: string): Promise<PreviewedIntent> {
    const intent = await this.intents.findPreviewed(intentId);
    if (intent === null) throw new AppError('agent_intent_not_found');
    return intent;
  }

  private async insert(
    tx: SqlSession,
    start: { agentId: string; userEmail: string; clientAddress: string | null; intentId: string },
  ): Promise<string> {
    const onboardings = new OnboardingsRepository(tx);
    const { agentId, userEmail, intentId } = start;
    await lockStarts(tx, start);
    if ((await onboardings.findApproval(intentId)) !== null) return 'pending';
    const { origin, client, now, waitS } = await this.onboardings.checkStart(tx, { ...start, isApproval: true });
    if (waitS > 0 || origin === 'refused') return 'limited';
    const id = newId('agent_onboarding');
    const key = this.settings.PASSCODE_KEY;
    await onboardings.insert({
      agentId,
      userEmail,
      intentId,
      id,
      origin,
      client,
      createdAt: now,
      chain: EXECUTION_CHAIN,
      walletProvider: WALLET_PROVIDER,
      userWallet: null,
      sourceClient: null,
      channel: null,
      walletUpdate: null,
      passcodeHash: passcodeHash(key, id, derivePasscode(key, id)),
    });
    return id;
  }
}

function refused(message: string): AppError {
  return new AppError('agent_approval_required', { message });
}

function invalid(message: string): AppError {
  return new AppError('agent_approval_invalid', { message });
}
