import { Inject, Injectable } from '@nestjs/common';
import {
  findPasscodeByHash,
  type Onboarding,
  OnboardingsRepository,
  type WalletPolicy,
  WalletsRepository,
} from '@app/agents';
import type { AcceptedKeys } from '@app/common';
import { IntentsRepository } from '@app/intents';
import { Database } from '@app/persistence';
import type { WorkerTask } from '@app/queue';
import { approvalMail } from '../../mail/approval-mail.js';
import { type MailBody, Mailer } from '../../mail/mailer.js';
import { passcodeMail } from '../../mail/passcode-mail.js';
import { TaskHandler, type TaskOutcome } from '../task-handler.js';

/** Injection token of the keys of passcodes. */
export const PASSCODE_KEYS = Symbol('PasscodeKeys');

/** The API made the passcode with a PASSCODE_KEY that this worker does not have. */
class OtherPasscodeKeyError extends Error {}

/** Mails a passcode, which is computed here and in no row. A repeat sends the same one. A refused start gets none. */
@Injectable()
export class SendPasscodeHandler extends TaskHandler {
  readonly kind = 'send_passcode';

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    @Inject(PASSCODE_KEYS) private readonly keys: AcceptedKeys,
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
    const storedHash = await new OnboardingsRepository(this.database).readPasscodeHash(id);
    const passcode = findPasscodeByHash(this.keys, id, storedHash);
    if (passcode === null) throw new OtherPasscodeKeyError();
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
