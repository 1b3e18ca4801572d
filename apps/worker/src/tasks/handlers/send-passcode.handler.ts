import { Inject, Injectable } from '@nestjs/common';
import {
  derivePasscode,
  type Onboarding,
  OnboardingsRepository,
  type WalletPolicy,
  WalletsRepository,
} from '@app/agents';
import { Secret } from '@app/common';
import { IntentsRepository } from '@app/intents';
import { Database } from '@app/persistence';
import type { WorkerTask } from '@app/queue';
import { approvalMail } from '../../mail/approval-mail.js';
import { type MailBody, Mailer } from '../../mail/mailer.js';
import { passcodeMail } from '../../mail/passcode-mail.js';
import { TaskHandler, type TaskOutcome } from '../task-handler.js';

/** Injection token of the PASSCODE_KEY setting. */
export const PASSCODE_KEY = Symbol('PasscodeKey');

/**
 * Mails a passcode, which is computed here and in no row. A repeat after a crash sends the same passcode. A refused start
 * gets no e-mail.
 */
@Injectable()
export class SendPasscodeHandler extends TaskHandler {
  readonly kind = 'send_passcode';

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    @Inject(PASSCODE_KEY) private readonly key: Secret,
  ) {
    super();
  }

  async handle({ subjectId }: WorkerTask): Promise<TaskOutcome> {
    const onboarding = await new OnboardingsRepository(this.database).findPasscode(subjectId);
    if (onboarding?.status !== 'pending_otp' || onboarding.origin === 'refused') return { done: true, result: null };
    const body = await this.write(onboarding);
    if (body !== null) await this.mailer.send({ to: onboarding.userEmail, ...body });
    return { done: true, result: null };
  }

  /** Null for an approval of an intent that no longer exists. */
  private async write(onboarding: Onboarding): Promise<MailBody | null> {
    const { id, agentId, expiresAt, walletUpdate, intentId } = onboarding;
    const passcode = derivePasscode(this.key, id);
    if (intentId !== null) {
      const intent = await new IntentsRepository(this.database).find(intentId);
      return intent === null ? null : approvalMail({ passcode, expiresAt, intent });
    }
    const wallet = await this.findStarted(onboarding);
    return passcodeMail({ agentId, passcode, expiresAt, walletUpdate, wallet });
  }

  /** Without an owner, the wallet has the terms of the start, with which verifying compares; null without a wallet then. */
  private async findStarted({ agentId, walletUpdate }: Onboarding): Promise<WalletPolicy | null> {
    const before = walletUpdate?.before;
    if (before === null) return null;
    const [wallet] = await new WalletsRepository(this.database).findByAgentIds([agentId]);
    return wallet === undefined ? null : { ...wallet, ...before };
  }
}
