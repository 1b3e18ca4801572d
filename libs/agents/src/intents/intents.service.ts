import { Inject, Injectable } from '@nestjs/common';
import { AppError, newId, type Page, type PageRequest } from '@app/common';
import { Database, type Sql } from '@app/persistence';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import { OwnersRepository } from '../owners.repository.js';
import { WalletsRepository } from '../wallets/wallets.repository.js';
import type { IntentRecord, IntentRequest, PreviewedIntent } from './intent.entity.js';
import { type ExecutionPlan, planContextOf, planOf } from './intent-plan.js';
import { assertPermitted, IntentPreviewService } from './intent-preview.service.js';
import { requestHashOf } from './intent-rules.js';
import { canConfirm } from './intent-transitions.js';
import { type IntentsFilter, IntentsRepository } from './intents.repository.js';

export interface CreatedIntent {
  intent: PreviewedIntent;
  /** False when the idempotency key was known: `intent` is the existing one. */
  created: boolean;
}

export interface ConfirmedIntent {
  intent: IntentRecord;
  plan: ExecutionPlan;
}

/** Records, previews, confirms and plans intents. Nothing here reaches the chain. */
@Injectable()
export class IntentsService {
  constructor(
    private readonly database: Database,
    private readonly intents: IntentsRepository,
    private readonly owners: OwnersRepository,
    private readonly preview: IntentPreviewService,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /**
   * Creates a preview of a well-formed request. The idempotency key is looked up first, so a repeat finds its intent
   * whatever has changed since. Of simultaneous equal requests one creates the intent.
   * @param claimedBy account that takes the agent, which is new; undefined for a known agent and without keys
   * @throws {AppError} agent_intent_invalid; agent_intent_conflict; agent_wallet_frozen; agent_action_forbidden;
   * agent_policy_violation; agent_not_found when another account has taken the agent meanwhile
   */
  async create(request: IntentRequest, claimedBy?: string): Promise<CreatedIntent> {
    this.preview.checkShape(request);
    const requestHash = requestHashOf(request);
    const known = claimedBy === undefined ? await this.intents.findByKey(request) : null;
    if (known !== null) return replay(known, requestHash);

    const id = newId('agent_intent');
    const evaluated = await this.preview.evaluate({ intentId: id, request, requestHash });
    if (claimedBy !== undefined) await this.owners.claim({ agentId: request.agentId, accountId: claimedBy });
    const intent = await this.intents.insert({ ...request, ...evaluated, id, requestHash });
    if (intent !== null) return { intent, created: true };

    const winner = await this.intents.findByKey(request);
    if (winner === null) throw new Error('an intent was neither inserted nor found');
    return replay(winner, requestHash);
  }

  /** Lists an agent's intents, newest first. */
  list(filter: IntentsFilter, page: PageRequest): Promise<Page<PreviewedIntent>> {
    return this.intents.list(filter, page);
  }

  /** @throws {AppError} agent_intent_not_found */
  async get(id: string): Promise<PreviewedIntent> {
    return assertFound(await this.intents.findPreviewed(id));
  }

  /**
   * Confirms a preview or a failed intent and returns its plan. Safe to repeat.
   * @throws {AppError} agent_intent_not_found; agent_intent_status_invalid; agent_wallet_frozen; agent_action_forbidden;
   * agent_policy_violation
   */
  async confirm(id: string): Promise<ConfirmedIntent> {
    const intent = await this.database.transaction((tx) => this.confirmLocked(tx, id));
    return { intent, plan: planOf(intent, planContextOf(this.settings)) };
  }

  private async confirmLocked(tx: Sql, id: string): Promise<IntentRecord> {
    const intents = new IntentsRepository(tx);
    const wallet = await new WalletsRepository(tx).lockSharedByIntent(id);
    const intent = assertFound(await intents.lock(id));
    if (!canConfirm(intent.status)) {
      throw new AppError('agent_intent_status_invalid', {
        message: `The intent is ${intent.status}: it cannot be confirmed.`,
      });
    }
    assertPermitted(wallet, intent);
    return (await intents.confirm(id)) ?? intent;
  }
}

function replay(intent: PreviewedIntent, requestHash: string): CreatedIntent {
  if (intent.requestHash !== requestHash) {
    throw new AppError('agent_intent_conflict', {
      extra: { intent_id: intent.id },
      headers: { Location: `/agent/intents/${intent.id}` },
    });
  }
  return { intent, created: false };
}

function assertFound<T extends IntentRecord>(intent: T | null): T {
  if (intent === null) throw new AppError('agent_intent_not_found');
  return intent;
}
