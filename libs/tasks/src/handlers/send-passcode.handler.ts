import { OnboardingsRepository, passcodeOf, WalletsRepository } from '@app/agents';
import type { Secret } from '@app/common';
import type { Mailer } from '@app/mailer';
import type { Database } from '@app/persistence';
import { TaskHandler, type TaskOutcome } from '../task-handler.js';
import type { WorkerTask } from '../worker-task.entity.js';
import { passcodeMail } from './passcode-mail.js';

/**
 * Mails a passcode, which is computed here and in no row. A repeat after a crash sends the same passcode. A refused start
 * gets no e-mail.
 */
export class SendPasscodeHandler extends TaskHandler {
  readonly kind = 'send_passcode';

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly key: Secret,
  ) {
    super();
  }

  async handle({ subjectId }: WorkerTask): Promise<TaskOutcome> {
    const onboarding = await new OnboardingsRepository(this.database).find(subjectId);
    if (onboarding?.status !== 'pending_otp' || onboarding.origin === 'refused') return { done: true, result: null };
    const { id, agentId, userEmail, expiresAt, walletUpdate } = onboarding;
    const [wallet = null] = await new WalletsRepository(this.database).findByAgentIds([agentId]);
    const passcode = passcodeOf(this.key, id);
    await this.mailer.send({
      to: userEmail,
      ...passcodeMail({ agentId, passcode, expiresAt, walletUpdate, wallet }),
    });
    return { done: true, result: null };
  }
}
