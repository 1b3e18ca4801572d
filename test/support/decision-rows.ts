import { computeRef, marketInterface, tokenInterface } from '@app/chain';
import type { IntentRecord } from '@app/engine';
import { decide } from '../../libs/engine/src/domain/decide/decide.js';
import type { Decision, DecisionSettings, KnownFacts } from '../../libs/engine/src/domain/decide/decision.js';
import { encodeStep } from '../../libs/engine/src/domain/encode-step.js';
import type { Execution, Step } from '../../libs/engine/src/domain/lane-work.js';
import type { CallRequest, Receipt } from '../../libs/chain/src/chain.js';
import type { ProviderTransaction } from '../../libs/engine/src/domain/ports/custody.js';
import type { StepInExecution } from '../../libs/engine/src/domain/transition.js';

export const ARMED_AT = 1_000_000;
export const DEADLINE = ARMED_AT + 900_000;
export const [WALLET, MARKET, COLLATERAL] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`, `0x${'c3'.repeat(20)}`];
export const [HASH, OTHER_HASH] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`];
export const REF = computeRef('agent_intent_1');
export const BLOCK = { blockNumber: 7, blockHash: '0xb7' };
export const EFFECT = { transactionHash: OTHER_HASH, ...BLOCK };
export const SETTINGS = {
  plan: { factoryAddress: `0x${'fa'.repeat(20)}`, collateralAddress: COLLATERAL, decimals: 6 },
  allowance: 'market',
  deadlineMs: 900_000,
  confirmations: 2,
  resendWithoutLookupMs: 60_000,
  stuckAfterMs: 120_000,
  maxAccelerations: 3,
} as const;

const INTENT = {
  ...{ id: 'agent_intent_1', action: 'buy_yes', amount: '10', marketContractAddress: MARKET, minMultiple: null },
} as IntentRecord;
/** Amount of the approval. */
export const ALLOWED = '200000000';
/** Calls of the buy, and of its approval. */
export const CALL = buildCall('main');
export const APPROVAL_CALL = buildCall('approve');

export type Row = [name: string, step: Partial<Step>, seen: Partial<KnownFacts>, expected: Partial<Decision> | object];

export function buildSubject(step: Partial<Step>): StepInExecution {
  const base: Step = {
    kind: 'main',
    status: 'sent',
    body: '{}',
    allowanceBaseUnits: step.kind === 'approve' ? ALLOWED : null,
    idempotencyKey: 'key',
    seal: 'seal',
    policyVersion: '1',
    deadlineMs: DEADLINE,
    armedAtMs: ARMED_AT,
    sendAttempts: 1,
    lastSentAtMs: ARMED_AT,
    providerTransactionId: 'one',
    providerState: null,
    transactionHash: null,
    blockNumber: null,
    hashes: [],
    foreignHashes: [],
    accelerations: 0,
    accelerationKey: null,
    acceleratedAtMs: null,
    updatedAtMs: ARMED_AT,
  };
  const execution = { id: 'e', status: STATUS_OF[step.status ?? 'sent'], walletAddress: WALLET, ref: REF, tries: 0 };
  return {
    step: { ...base, ...step },
    execution: {
      ...execution,
      createdAtMs: ARMED_AT,
      intent: INTENT,
      steps: [{ ...base, ...step }],
    } as unknown as Execution,
  };
}

export const STATUS_OF = {
  planned: 'queued',
  armed: 'submitting',
  unknown: 'unknown',
  sent: 'broadcast',
  mined: 'broadcast',
  done: 'broadcast',
  failed: 'failed',
} as const;

export function bought(ref: string, account = WALLET): Receipt['logs'][number] {
  return { address: MARKET, ...marketInterface.encodeEventLog('Bought', [account, ref, 1, 10_000_000, 0, 0, 0]) };
}

export function approval(value: number, spender = MARKET): Receipt['logs'][number] {
  return { address: COLLATERAL, ...tokenInterface.encodeEventLog('Approval', [WALLET, spender, value]) };
}

export function receipt(logs: Receipt['logs'] = []): Receipt {
  return { transactionHash: HASH, succeeded: true, ...BLOCK, logs };
}

export const REVERTED: Receipt = { ...receipt(), succeeded: false };
export const OWN = receipt([bought(REF)]);
const { blockNumber } = BLOCK;
export const used = { used: true, blockNumber, blockTimestampMs: DEADLINE };
/** The newest block that proves nothing yet, and the first that proves the end. */
export const open = { used: false, blockNumber, blockTimestampMs: DEADLINE + 59_999 };
export const past = { used: false, blockNumber, blockTimestampMs: DEADLINE + 60_000 };
export const late = { nowMs: DEADLINE + 1 };

export function atProvider(fields: Partial<ProviderTransaction>): { provider: ProviderTransaction } {
  const transaction = { id: 'one', transactionHash: null, errorReason: null, refId: 'r' };
  return { provider: { state: 'pending', ...transaction, ...fields } };
}

export const needFact = (what: string) => ({ kind: 'observe', query: expect.objectContaining({ what }) as unknown });
export const waits = (waitingFor: string, delayMs?: number) => ({
  kind: 'wait',
  waitingFor,
  ...(delayMs !== undefined && { delayMs }),
});
export const writes = (event: string, step?: object) => ({
  kind: 'write',
  transition: expect.objectContaining({
    event,
    ...(step && { step: expect.objectContaining(step) as unknown }),
  }) as unknown,
});
export const fails = (failure: string) => writes('execution.failed', { to: 'failed', failure });

export const planned = { status: 'planned', body: null, deadlineMs: null, armedAtMs: null } as const;
export const unknown = { status: 'unknown', sendAttempts: 2 } as const;
export const later = { nowMs: ARMED_AT + 61_000 };
export const withHash = { hashes: [HASH], transactionHash: HASH };
export const mined = { ...withHash, status: 'mined' } as const;
export const approve = { kind: 'approve' } as const;

/** Decision for the row's step, by what the row has observed. Its seal is genuine unless the row says otherwise. */
export function decideRow(
  step: Partial<Step>,
  seen: Partial<KnownFacts>,
  settings: Partial<DecisionSettings> = {},
): Decision {
  const lane = { nowMs: ARMED_AT, providerWalletId: 'wallet', breakerOpen: false, jitter: 1, seal: null };
  return decide(buildSubject(step), { ...lane, ...seen }, { ...SETTINGS, ...settings });
}

function buildCall(kind: Step['kind']): CallRequest {
  const allowanceBaseUnits = kind === 'approve' ? ALLOWED : null;
  const request = {
    intent: INTENT,
    kind,
    allowanceBaseUnits,
    ref: REF,
    deadlineSeconds: DEADLINE / 1000,
    context: SETTINGS.plan,
  };
  const { contractAddress: to, callData } = encodeStep(request);
  return { from: WALLET, to, callData };
}
