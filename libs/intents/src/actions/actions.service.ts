import { Injectable } from '@nestjs/common';
import { checkWalletReady, type PolicyWallet } from '@app/agents';
import { AppError } from '@app/common';
import { type ExecutionPlan, type ExecutionRecord, type IntentRequest, type PreviewedIntent } from '@app/engine';
import { AcceptanceService } from '../executions/acceptance.service.js';
import { type ExecuteCommand, ExecutionsService } from '../executions/executions.service.js';
import { IntentWritesRepository, type NewIntent, UNTOUCHED } from '../intents/intent-writes.repository.js';
import { IntentsService } from '../intents/intents.service.js';
import { ActionRefusedError, type ActionTerms, listRefusals } from './action-refused.js';

export interface ActCommand extends Omit<ExecuteCommand, 'intentId' | 'waitMs'> {
  /** With an idempotency key. */
  request: IntentRequest;
  terms: ActionTerms;
  /** Account whose key may create the agent, which is new; undefined for a known agent and without keys. */
  claimedBy: string | undefined;
}

export interface AcceptedAction {
  intent: PreviewedIntent;
  execution: ExecutionRecord;
  /** The wallet of its agent, if it was read. */
  wallet?: PolicyWallet;
}

export interface ActedAction extends Omit<AcceptedAction, 'wallet'> {
  plan: ExecutionPlan;
}

/** Creates, confirms and accepts an intent in one transaction, by the rules of the three calls. */
@Injectable()
export class ActionsService {
  constructor(
    private readonly intents: IntentsService,
    private readonly executions: ExecutionsService,
    private readonly acceptance: AcceptanceService,
    private readonly writes: IntentWritesRepository,
  ) {}

  /**
   * Waits for an accepted action. The returned execution is one that `ExecutionsService.finish` returns.
   * @throws {AppError} the errors of `ExecutionsService.finish`, with `intent_id`
   */
  async finish({ intent, execution: accepted, wallet }: AcceptedAction, waitMs: number): Promise<ActedAction> {
    const finishing = this.executions.finish(accepted, waitMs);
    const execution = await finishing.catch((error: unknown) => rethrowOf(intent, error));
    return { intent: withExecution(intent, execution), execution, plan: await this.intents.plan(intent, wallet) };
  }

  /**
   * Accepts the action. A repeat of the idempotency key finds the first intent, whatever has changed. One whose acceptance was
   * refused is accepted now if the rules permit.
   * @throws {AppError} the errors of `IntentsService.create` and `ExecutionsService.accept`, with `intent_id` once the intent
   * is stored; `ActionRefusedError`
   */
  async accept(command: ActCommand): Promise<AcceptedAction> {
    const { request, claimedBy, terms, requestId } = command;
    for (;;) {
      const found = await this.intents.lookUp(request, claimedBy);
      if (found.known !== null) return this.resume(found.known, command);
      // A wallet of an agent that was new to the caller is of an account that has taken the agent meanwhile.
      const wallet = assertReady(claimedBy === undefined ? found.facts.wallet : null);
      const draft = await this.intents.draft(request, found);
      if (draft.preview === null || listRefusals(draft.preview, terms).length === 0) {
        const execution = await this.acceptance.acceptNew({ intent: draft, wallet, controls: found.facts }, requestId);
        if (execution !== null) return { intent: toAccepted(draft, execution), execution, wallet };
      }
      const stored = await this.writes.insert(draft);
      if (stored !== null) return this.resume(stored, command);
    }
  }

  /** Takes up an intent where the request that created it has left it, as the three calls do. */
  private async resume(intent: PreviewedIntent, command: ActCommand): Promise<AcceptedAction> {
    const { id, status, currentExecutionId, preview } = intent;
    const refusals = status === 'preview' && preview !== null ? listRefusals(preview, command.terms) : [];
    if (refusals.length > 0) throw new ActionRefusedError(intent, refusals);
    if (status !== 'confirmed' && currentExecutionId !== null) {
      return { intent, execution: await this.acceptance.get(currentExecutionId) };
    }
    try {
      if (status !== 'preview')
        return { intent, execution: await this.executions.accept({ ...command, intentId: id }) };
      await this.intents.confirm(id);
    } catch (error) {
      // Another request may have moved it meanwhile.
      const isStale =
        error instanceof AppError && error.status === 409 && (await this.intents.get(id)).status !== status;
      if (!isStale) rethrowOf(intent, error);
    }
    return this.resume(await this.intents.get(id), command);
  }
}

/** Without a wallet that can execute nothing is stored, so that the same request finds no trace of its failure. */
function assertReady(wallet: PolicyWallet | null): PolicyWallet {
  if (wallet === null) throw new AppError('agent_wallet_missing');
  const rejection = checkWalletReady(wallet);
  if (rejection !== null) throw rejection;
  return wallet;
}

function toAccepted(draft: NewIntent, { createdAt }: ExecutionRecord): PreviewedIntent {
  return { ...draft, ...UNTOUCHED, createdAt, updatedAt: createdAt, confirmedAt: createdAt };
}

/** The intent as the state of its latest execution determines it. */
function withExecution(intent: PreviewedIntent, execution: ExecutionRecord): PreviewedIntent {
  const { id, status, attempt, createdAt, completedAt, marketContractAddress } = execution;
  const isCreation = intent.action === 'create_market';
  const executedAt = status === 'executed' ? completedAt : null;
  return {
    ...intent,
    status: status === 'executed' || status === 'failed' ? status : 'executing',
    currentExecutionId: id,
    executionsCount: attempt,
    latestExecutionStatus: status,
    updatedAt: completedAt ?? createdAt,
    executedAt,
    createdMarketAddress: isCreation && executedAt !== null ? marketContractAddress : null,
  };
}

/** Names the intent of an error, so that a client can read, approve or cancel it. */
function rethrowOf({ id }: PreviewedIntent, error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { code, message, details, retryAfterS, limit, headers } = error;
  throw new AppError(code, { message, details, extra: { ...error.extra, intent_id: id }, retryAfterS, limit, headers });
}
