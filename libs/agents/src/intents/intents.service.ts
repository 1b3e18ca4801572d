import { Inject, Injectable } from '@nestjs/common';
import { AppError, newId } from '@app/common';
import { Database, type Sql } from '@app/persistence';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import { WalletsService } from '../wallets/wallets.service.js';
import type { IntentRecord, IntentRequest, PreviewedIntent } from './intent.js';
import { type ExecutionPlan, planContextOf, planOf } from './intent-plan.js';
import { requestHashOf } from './intent-rules.js';
import { canConfirm } from './intent-transitions.js';
import { IntentPreviewService, permit } from './intent-preview.service.js';
import { confirmIntent, findIntentByKey, findPreviewedIntent, insertIntent, lockIntent } from './intent-statements.js';

export interface CreatedIntent {
  intent: PreviewedIntent;
  /** False: the idempotency key was known, and this is its intent as it stands now. */
  created: boolean;
}

export interface ConfirmedIntent {
  intent: IntentRecord;
  plan: ExecutionPlan;
}

/** Records what agents ask for: previews it and, once it is confirmed, plans it. Nothing here reaches the chain. */
@Injectable()
export class IntentsService {
  constructor(
    private readonly database: Database,
    private readonly preview: IntentPreviewService,
    private readonly wallets: WalletsService,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /**
   * A preview of a well-formed request. Its idempotency key is looked up before anything that may have changed since, so
   * a repeat always finds its intent; of simultaneous equal requests one creates it.
   * @throws {AppError} agent_intent_invalid; agent_intent_conflict; agent_action_forbidden; agent_policy_violation
   */
  async create(request: IntentRequest): Promise<CreatedIntent> {
    this.preview.checkShape(request);
    const requestHash = requestHashOf(request);
    const known = await findIntentByKey(this.database, request);
    if (known !== null) return replay(known, requestHash);

    const id = newId('agent_intent');
    const judgement = await this.preview.judge({ intentId: id, request, requestHash });
    const intent = await insertIntent(this.database, { ...request, ...judgement, id, requestHash });
    if (intent !== null) return { intent, created: true };

    const winner = await findIntentByKey(this.database, request);
    if (winner === null) throw new Error('an intent was neither inserted nor found');
    return replay(winner, requestHash);
  }

  /** @throws {AppError} agent_intent_not_found */
  async get(id: string): Promise<PreviewedIntent> {
    return found(await findPreviewedIntent(this.database, id));
  }

  /**
   * Confirms a preview or a failed intent and says what executing it does; on a confirmed one it says so again.
   * @throws {AppError} agent_intent_not_found; agent_intent_status_invalid; agent_action_forbidden;
   * agent_policy_violation
   */
  async confirm(id: string): Promise<ConfirmedIntent> {
    const intent = await this.database.transaction((tx) => this.confirmLocked(tx, id));
    return { intent, plan: planOf(intent, planContextOf(this.settings)) };
  }

  private async confirmLocked(tx: Sql, id: string): Promise<IntentRecord> {
    const wallet = await this.wallets.shareOfIntent(tx, id);
    const intent = found(await lockIntent(tx, id));
    if (!canConfirm(intent.status)) {
      throw new AppError('agent_intent_status_invalid', {
        message: `The intent is ${intent.status}: it cannot be confirmed.`,
      });
    }
    permit(wallet, intent);
    return (await confirmIntent(tx, id)) ?? intent;
  }
}

function replay(intent: PreviewedIntent, requestHash: string): CreatedIntent {
  if (intent.requestHash !== requestHash) throw new AppError('agent_intent_conflict');
  return { intent, created: false };
}

function found<T extends IntentRecord>(intent: T | null): T {
  if (intent === null) throw new AppError('agent_intent_not_found');
  return intent;
}
