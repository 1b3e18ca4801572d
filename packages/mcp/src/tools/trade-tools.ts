import {
  type Action,
  type ActionName,
  ACTIONS,
  type Intent,
  type Outcome,
  type Presage,
  canRetry,
  PresageError,
  takes,
  toAction,
} from '@presage/sdk';
import { ACTION, AMOUNT, ID, input, list, MARKET_REFERENCE, NEXT } from '../schema.js';
import { nullable, object, pick, TEXT } from '../schema.js';
import { checkWithRemedy, withRemedy } from '../remedies.js';
import { type Tool, ToolError } from '../tool.js';
import { cannotSucceed, describeAge } from './preview-checks.js';
import { EXECUTION, INTENT, intentView, QUOTE } from '../views.js';

const PREVIEW_TIMEOUT_MS = 15_000;
/** Clients end a call after 30 to 60 seconds. */
const EXECUTE_TIMEOUT_MS = 20_000;
/** Statuses of an intent that confirming leads to an execution. */
const CONFIRMABLE: readonly Intent['status'][] = ['preview', 'confirmed', 'failed'];

const CANCELLED = 'This intent is cancelled, and its purpose is used up. Preview the action with a new purpose.';

/** Arguments beside agent_id, action and purpose. Markets are named by one of two arguments. */
function listArgumentNames(action: ActionName): readonly string[] {
  const [market, left] = takes(action, 'market_contract_address')
    ? ['market', 'market_contract_address']
    : ['market_name', 'collateral_token'];
  return [market, ...ACTIONS[action].fields.filter((field) => field !== left)];
}

interface PreviewInput {
  readonly agent_id: string;
  readonly action: ActionName;
  readonly purpose?: string;
  readonly market?: string;
  readonly amount?: string;
  readonly min_multiple?: string;
  readonly outcome?: 'yes' | 'no';
  readonly evidence?: { readonly url: string; readonly sha256?: string; readonly note?: string };
  readonly market_name?: string;
  readonly question?: string;
  readonly close_timestamp?: string | number;
  readonly resolver?: string;
}

export const previewAction: Tool<PreviewInput & { purpose: string }> = {
  name: 'preview_action',
  title: 'Preview an action',
  description:
    'Plans an action and sends nothing. A purpose has at most one effect, and its repeat returns the same intent. Bets need market and amount, resolve_market market and outcome, create_market market_name, question and close_timestamp, others market.',
  kind: 'write',
  input: input(
    {
      agent_id: ID,
      action: ACTION,
      purpose: { type: 'string', pattern: '\\S', maxLength: 200 },
      market: MARKET_REFERENCE,
      amount: AMOUNT,
      min_multiple: { ...AMOUNT, description: 'Least payout per stake' },
      outcome: { type: 'string', enum: ['yes', 'no'] },
      evidence: { type: 'object', description: '{url, sha256?, note?}' },
      market_name: { type: 'string', maxLength: 200 },
      question: { type: 'string', maxLength: 500 },
      close_timestamp: { type: ['string', 'integer'], description: 'RFC 3339 or unix' },
      resolver: { type: 'string', description: 'Address, by default the agent' },
    },
    ...['agent_id', 'action', 'purpose'],
  ),
  output: object({
    intent: INTENT,
    ref: nullable(TEXT),
    plan: nullable(object(pick('TransactionRequest', 'contract', 'function', 'to', 'deadline_seconds'))),
    failed_checks: list(object(pick('Check', 'rule', 'result', 'code', 'message', 'headroom'))),
    warnings: list(TEXT),
    quote: nullable(QUOTE),
    fee: nullable({ type: 'object' }),
    next: NEXT,
  }),
  run: async (request, { presage, signal }) => {
    const options = { timeoutMs: PREVIEW_TIMEOUT_MS, signal };
    const intent = await presage.preview(await prepareAction(presage, request, signal), options);
    const { intent_id, agent_id } = intent;
    const briefing = { tool: 'get_briefing', arguments: { agent_id } };
    const { validation_result: validation, warnings, quote } = intent;
    const preview = {
      intent: intentView(intent),
      failed_checks: validation.checks.filter(({ result }) => result !== 'pass').map(checkWithRemedy),
      warnings,
      quote,
      fee: validation.fee,
    };
    if (intent.status === 'cancelled') {
      return { ...preview, warnings: [CANCELLED, ...warnings], ref: null, plan: null, next: null };
    }
    const state = intent.status === 'failed' ? await presage.outcomeOf(intent_id, options) : null;
    if (!CONFIRMABLE.includes(intent.status) || (state !== null && !canRetry(state.execution))) {
      const next = state === null ? { tool: 'get_intent', arguments: { intent_id } } : briefing;
      return { ...preview, ref: null, plan: null, next };
    }
    const { transaction_request: plan, status } = await confirm(presage, intent_id, signal);
    const { ref } = plan;
    const isNew = intent.status === 'preview';
    const next = cannotSucceed(validation.checks, isNew)
      ? briefing
      : { tool: 'execute_intent', arguments: { intent_id, ref } };
    return {
      ...preview,
      intent: { ...preview.intent, status },
      warnings: isNew || preview.failed_checks.length === 0 ? warnings : [describeAge(intent), ...warnings],
      ...{ ref, plan, next },
    };
  },
};

export const executeIntent: Tool<{ intent_id: string; ref: string }> = {
  name: 'execute_intent',
  title: 'Execute an intent',
  description:
    'Sends the previewed plan with this ref, at most once, and waits up to 20 seconds. Follow repeat: same_call = call again unchanged; after_fix = no effect, remove the cause and call again; never = final.',
  kind: 'destructive',
  input: input({ intent_id: ID, ref: TEXT }, 'intent_id', 'ref'),
  output: object({ outcome: TEXT, repeat: TEXT, next: NEXT, execution: EXECUTION }),
  run: async ({ intent_id, ref }, { presage, signal, progress }) => {
    const options = { timeoutMs: EXECUTE_TIMEOUT_MS, signal };
    const before = await presage.outcomeOf(intent_id, options);
    const { status } = before.intent;
    if (CONFIRMABLE.includes(status) && (status !== 'failed' || canRetry(before.execution))) {
      await confirmPlan(presage, { intent_id, ref }, signal);
    }
    const { intent } = await presage.outcomeOf(intent_id, options);
    const outcome = await presage.run(intent, { ...options, onProgress: progress });
    return { ...describeConclusion(outcome, ref), execution: presentExecution(outcome) };
  },
};

export const getIntent: Tool<{ intent_id: string }> = {
  name: 'get_intent',
  title: 'Read an intent',
  description: 'Returns an intent and its newest execution.',
  kind: 'read',
  input: input({ intent_id: ID }, 'intent_id'),
  output: object({ intent: INTENT, execution: EXECUTION }),
  run: async ({ intent_id }, { presage, signal }) => {
    const outcome = await presage.outcomeOf(intent_id, { timeoutMs: PREVIEW_TIMEOUT_MS, signal });
    return { intent: intentView(outcome.intent), execution: presentExecution(outcome) };
  },
};

export const cancelIntent: Tool<{ intent_id: string }> = {
  name: 'cancel_intent',
  title: 'Cancel an intent',
  description: 'Cancels an intent that was not sent yet.',
  kind: 'write',
  input: input({ intent_id: ID }, 'intent_id'),
  output: object({ intent: INTENT }),
  run: async ({ intent_id }, { presage, signal }) => {
    const { intent } = await presage.request('cancelIntent', { path: { intent_id }, signal });
    return { intent: intentView(intent) };
  },
};

async function confirm(presage: Presage, intent_id: string, signal: AbortSignal) {
  return (await presage.request('confirmIntent', { path: { intent_id }, signal })).execution_plan;
}

/** Confirms the plan that the caller has seen. Another process may execute the intent at the same time. */
async function confirmPlan(
  presage: Presage,
  { intent_id, ref }: { intent_id: string; ref: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    const plan = await confirm(presage, intent_id, signal);
    if (plan.transaction_request.ref === ref) return;
  } catch (error) {
    if (error instanceof PresageError && error.code === 'agent_intent_status_invalid') return;
    throw error;
  }
  throw new ToolError(
    'ref_mismatch',
    'ref is not the one of the previewed plan. Nothing was sent.',
    'Call preview_action again and read its plan.',
  );
}

function describeConclusion({ status, intent, execution }: Outcome, ref: string): object {
  const { intent_id, agent_id } = intent;
  const sameCall = { tool: 'execute_intent', arguments: { intent_id, ref } };
  if (status === 'pending' || status === 'unknown') return { outcome: status, repeat: 'same_call', next: sameCall };
  if (status === 'failed' && canRetry(execution)) {
    return { outcome: 'failed', repeat: 'after_fix', next: sameCall };
  }
  const next = { tool: 'get_briefing', arguments: { agent_id } };
  return { outcome: status === 'executed' ? 'executed' : 'failed', repeat: 'never', next };
}

function presentExecution({ execution }: Outcome): Outcome['execution'] {
  if (execution === null) return null;
  return { ...withRemedy(execution), retry_safe: execution.retry_safe && canRetry(execution) };
}

async function prepareAction(
  presage: Presage,
  request: PreviewInput & { purpose: string },
  signal: AbortSignal,
): Promise<Action> {
  const { agent_id, action, purpose, ...others } = request;
  const known = listArgumentNames(action);
  const unused = Object.keys(others).filter((name) => !known.includes(name));
  if (unused.length > 0) {
    const message = `${action} does not take ${unused.join(', ')}, only ${known.join(', ')}.`;
    throw new ToolError('argument_unused', message, 'Leave it out, or choose another action.');
  }
  if (takes(action, 'outcome') && request.outcome === undefined) {
    throw new ToolError('outcome_missing', 'outcome is missing.', 'Add yes or no.');
  }
  const market = takes(action, 'market_contract_address')
    ? await findContract(presage, request.market, signal)
    : { market_id: request.market_name ?? '' };
  return toAction({ agent_id, action, purpose, ...others, ...market });
}

async function findContract(
  presage: Presage,
  reference: string | undefined,
  signal: AbortSignal,
): Promise<{ market_id: string; market_contract_address: string }> {
  if (reference === undefined) {
    throw new ToolError('market_missing', 'market is missing.', 'Call find_markets, and pass its id.');
  }
  const { onchain } = await presage.findMarket(reference, { signal });
  if (onchain === null) {
    throw new ToolError('market_not_tradable', 'The market is a record without a contract.', 'Call find_markets.');
  }
  return { market_id: onchain.market_id, market_contract_address: onchain.market_contract_address };
}
