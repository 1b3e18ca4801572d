import { Inject, Injectable } from '@nestjs/common';
import { OwnersRepository, type PolicyWallet } from '@app/agents';
import { computeRef } from '@app/chain';
import { AppError, type Page, type PageRequest } from '@app/common';
import {
  type AllowanceLimits,
  canConfirm,
  type Check,
  computeAllowance,
  computeStake,
  type ExecutionFee,
  type ExecutionPlan,
  type IntentRecord,
  type IntentRequest,
  type PreviewedIntent,
  toPlan,
  toPlanContext,
} from '@app/engine';
import { RowLoader } from '@app/persistence';
import { INTENTS_SETTINGS, type AcceptanceSettings } from '../intents.settings.js';
import { assertPermitted, IntentPreviewService } from './intent-preview.service.js';
import { createIntentId, hashRequest } from './intent-rules.js';
import { IntentWritesRepository, type NewIntent } from './intent-writes.repository.js';
import { type IntentsFilter, IntentsRepository, type IntentWithWallet } from './intents.repository.js';
import { type PreviewContext, PreviewContextRepository } from './preview-context.repository.js';

export interface CreatedIntent {
  intent: PreviewedIntent;
  /** False when the idempotency key was known: `intent` is the existing one. */
  created: boolean;
}

export interface LookedUp {
  requestHash: string;
  facts: PreviewContext;
  /** Intent with the request's idempotency key, in its current state. */
  known: PreviewedIntent | null;
}

export interface ConfirmedIntent {
  intent: IntentRecord;
  plan: ExecutionPlan;
  /** Rules of the wallet and its budgets at this moment. */
  checks: readonly Check[];
  /** As of the preview. */
  fee: ExecutionFee | null;
}

const EXECUTED_OTHERWISE =
  'A request with this client_request_id and other values was executed, and the database has lost its intent. ' +
  'GET /agent/portfolio/{agent_id} shows its effect. Send a new key for another action.';
const NO_LIMITS: AllowanceLimits = { marketLimit: null, dailyLimit: null, totalLimit: null };

type Planned = IntentRecord & Pick<IntentWithWallet, 'wallet' | 'isApproved'>;

/** Records, previews, confirms and plans intents. Nothing here reaches the chain. */
@Injectable()
export class IntentsService {
  private readonly withWallets: RowLoader<IntentWithWallet>;

  constructor(
    private readonly intents: IntentsRepository,
    private readonly writes: IntentWritesRepository,
    private readonly facts: PreviewContextRepository,
    private readonly owners: OwnersRepository,
    private readonly preview: IntentPreviewService,
    @Inject(INTENTS_SETTINGS) private readonly settings: AcceptanceSettings,
  ) {
    this.withWallets = new RowLoader(
      (ids) => intents.findWithWallets(ids),
      ({ id }) => id,
    );
  }

  /**
   * Creates a preview of a well-formed request. The idempotency key is looked up first, so a repeat finds its intent
   * whatever has changed since. Of simultaneous equal requests one creates the intent.
   * @param claimedBy account that takes the agent, which is new; undefined for a known agent and without keys
   * @throws {AppError} agent_intent_invalid; agent_intent_conflict; agent_intent_archived; agent_wallet_frozen;
   * agent_action_forbidden; agent_policy_violation; agent_not_found when another account has taken the agent meanwhile
   */
  async create(request: IntentRequest, claimedBy?: string): Promise<CreatedIntent> {
    const found = await this.lookUp(request, claimedBy);
    if (found.known !== null) return { intent: found.known, created: false };
    const draft = await this.draft(request, found);
    if (claimedBy !== undefined) await this.owners.claim({ agentId: request.agentId, accountId: claimedBy });
    const intent = await this.writes.insert(draft);
    if (intent !== null) return { intent, created: true };

    const winner = await this.intents.findByKey(request);
    if (winner === null) throw new Error('an intent was neither inserted nor found');
    assertSame(winner, found.requestHash);
    return { intent: winner, created: false };
  }

  /**
   * Reads what a well-formed request depends on, and the intent that an earlier one has made with its idempotency key.
   * @throws {AppError} agent_intent_invalid; agent_intent_conflict; agent_intent_archived
   */
  async lookUp(request: IntentRequest, claimedBy?: string): Promise<LookedUp> {
    this.preview.checkShape(request);
    const requestHash = hashRequest(request);
    const facts = await this.facts.read(request, requestHash);
    const known = claimedBy === undefined ? await this.findKnown(facts) : null;
    if (known !== null) assertSame(known, requestHash);
    else if (facts.isArchived) throw new AppError('agent_intent_archived');
    return { requestHash, facts, known };
  }

  /**
   * Evaluates a new request.
   * @throws {AppError} agent_intent_conflict, also if the chain shows the key with other values; agent_intent_invalid; agent_wallet_frozen; agent_action_forbidden; agent_policy_violation
   */
  async draft(request: IntentRequest, { requestHash, facts }: LookedUp): Promise<NewIntent> {
    const id = createIntentId(request, facts.wallet);
    const address = facts.mayLackIntents ? facts.wallet?.agentWalletAddress : null;
    if (typeof address === 'string' && (await this.intents.hasOtherEffect(computeRef(id), address, request))) {
      throw new AppError('agent_intent_conflict', { message: EXECUTED_OTHERWISE });
    }
    const evaluated = await this.preview.evaluate({ intentId: id, request, facts });
    return { ...request, ...evaluated, id, requestHash, agentWalletAddress: facts.wallet?.agentWalletAddress ?? null };
  }

  /** Lists an agent's intents, newest first. */
  list(filter: IntentsFilter, page: PageRequest): Promise<Page<PreviewedIntent>> {
    return this.intents.list(filter, page);
  }

  /** @throws {AppError} agent_intent_not_found */
  async get(id: string): Promise<PreviewedIntent> {
    return assertFound(await this.intents.findPreviewed(id));
  }

  /** The plan is null until the first confirmation. @throws {AppError} agent_intent_not_found */
  async getPlanned(id: string): Promise<{ intent: PreviewedIntent; plan: ExecutionPlan | null }> {
    const intent = await this.get(id);
    return { intent, plan: intent.confirmedAt === null ? null : await this.plan(intent) };
  }

  /**
   * Confirms a preview or a failed intent and returns its plan. Safe to repeat.
   * @throws {AppError} agent_intent_not_found; agent_intent_status_invalid; agent_wallet_frozen; agent_action_forbidden;
   * agent_policy_violation
   */
  async confirm(id: string): Promise<ConfirmedIntent> {
    let intent = await this.getConfirmable(id);
    while (intent.status !== 'confirmed') {
      const isMoved = await this.writes.confirm(intent);
      intent = isMoved ? { ...intent, status: 'confirmed' } : await this.getConfirmable(id);
    }
    const checks = this.preview.checkWallet(intent, intent);
    return { intent, plan: this.toPlan(intent), checks, fee: intent.fee };
  }

  /** The calls of an execution at this moment. The wallet of the agent is read unless it is given. */
  async plan(intent: PreviewedIntent, wallet?: PolicyWallet): Promise<ExecutionPlan> {
    const isApproved = intent.preview?.isApproved ?? false;
    if (wallet !== undefined) return this.toPlan({ ...intent, wallet, isApproved });
    return this.toPlan(assertFound(await this.withWallets.load(intent.id)));
  }

  /** With an approval, unless the preview saw an allowance that covers the stake. */
  private toPlan({ wallet, isApproved, ...intent }: Planned): ExecutionPlan {
    const plan = toPlanContext(this.settings);
    const stake = isApproved ? null : computeStake({ intent, plan });
    if (stake === null) return toPlan(intent, plan);
    const terms = { mode: this.settings.ALLOWANCE, decimals: plan.decimals };
    return toPlan(intent, plan, computeAllowance(stake.amountBaseUnits, wallet ?? NO_LIMITS, terms));
  }

  private async findKnown({ knownId }: PreviewContext): Promise<PreviewedIntent | null> {
    return knownId === null ? null : this.intents.findPreviewed(knownId);
  }

  private async getConfirmable(id: string): Promise<IntentWithWallet> {
    const intent = assertFound(await this.withWallets.load(id));
    if (!canConfirm(intent.status)) {
      throw new AppError('agent_intent_status_invalid', {
        message: `The intent is ${intent.status}: it cannot be confirmed.`,
      });
    }
    assertPermitted(intent.wallet, intent);
    return intent;
  }
}

function assertSame(intent: PreviewedIntent, requestHash: string): void {
  if (intent.requestHash === requestHash) return;
  throw new AppError('agent_intent_conflict', {
    extra: { intent_id: intent.id },
    headers: { Location: `/agent/intents/${intent.id}` },
  });
}

function assertFound<T extends IntentRecord>(intent: T | null): T {
  if (intent === null) throw new AppError('agent_intent_not_found');
  return intent;
}
