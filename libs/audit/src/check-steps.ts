import { computeRef, findSignedTransaction, type SignedTransaction, splitPermit } from '@app/chain';
import { isBuy } from '@app/common';
import { type EncodedStep, encodeStep, type IntentRecord, type PlanContext } from '@app/engine';
import type { Report } from './finding.js';
import type { RecordedExecution, StoredExecution, StoredStep } from './records.js';

/** Checks that execution, intent and wallet match. Armed steps must equal what the intent asks for, to the byte. */
export function checkSteps({ execution, intent }: RecordedExecution, context: PlanContext, report: Report): void {
  const { id } = execution;
  checkIdentity({ execution, intent }, report);
  const kinds = execution.steps.map(({ kind }) => kind).join('+');
  const isApproved = isBuy(intent.action) && kinds === 'approve+main';
  if (kinds !== 'main' && !isApproved) report('steps_differ', id, `it has ${kinds}`);
  for (const step of execution.steps) {
    if (step.body === null) continue;
    const planned = encodePlanned(step, { intent, context });
    checkTarget(id, step, planned, report);
    checkBody(execution, { ...step, body: step.body }, planned, report);
  }
  checkOrder(execution, report);
  checkHashes(execution, report);
}

/** Null for an intent that cannot be encoded, which then was not what was armed. */
function encodePlanned(
  { kind, allowanceBaseUnits, deadlineMs }: StoredStep,
  { intent, context }: { intent: IntentRecord; context: PlanContext },
): EncodedStep | null {
  if (deadlineMs === null) return null;
  try {
    const deadlineSeconds = Math.floor(deadlineMs / 1000);
    return encodeStep({ intent, kind, allowanceBaseUnits, ref: computeRef(intent.id), deadlineSeconds, context });
  } catch {
    return null;
  }
}

function checkTarget(executionId: string, step: StoredStep, planned: EncodedStep | null, report: Report): void {
  if (planned?.contractAddress.toLowerCase() !== step.contractAddress?.toLowerCase())
    report('contract_differs', `${executionId}/${step.kind}`, `armed for ${step.contractAddress}`);
}

function checkIdentity({ execution, intent }: RecordedExecution, report: Report): void {
  const { id, agentId, action, ref, status, marketContractAddress } = execution;
  if (ref !== computeRef(intent.id)) report('ref_differs', id, 'not the ref of its intent');
  if (action !== intent.action) report('action_differs', id, `the intent asks for ${intent.action}`);
  if (agentId !== intent.agentId || agentId !== execution.walletAgentId) {
    report('agent_differs', id, 'execution, intent and wallet are not of one agent');
  }
  if (execution.agentWalletAddress !== execution.walletAddress) report('wallet_differs', id, 'not the agent’s wallet');
  // A creation has no market until it is executed.
  const isCreated = action === 'create_market' && status === 'executed';
  if (!isCreated && marketContractAddress !== intent.marketContractAddress)
    report('market_differs', id, `the intent is about ${intent.marketContractAddress ?? 'no market'}`);
}

type ArmedStep = StoredStep & { body: string };

function checkBody(execution: StoredExecution, step: ArmedStep, planned: EncodedStep | null, report: Report): void {
  const { id, laneFence } = execution;
  const subject = `${id}/${step.kind}`;
  const body = step.body.toLowerCase();
  const signed = findSignedTransaction(body);
  const call = planned?.callData;
  const made = signed === null ? null : splitPermit(signed.data);
  const isAllowed =
    step.kind === 'approve' ||
    (made?.allowanceBaseUnits ?? null)?.toString() === (step.allowanceBaseUnits ?? undefined);
  const makesCall = call !== undefined && (made === null ? body.includes(call) : made.callData === call);
  if (!makesCall || !isAllowed) report('call_differs', subject, 'armed is not what the intent asks for');
  const isOwn = signed === null ? isRequestFor(body, execution, step) : isTransactionFor(signed, execution, step);
  if (!isOwn) report('body_differs', subject, 'the body lacks the key, target or wallet of its step');
  if (step.armedAtMs === null || step.sendAttempts < 1) report('arming_differs', subject, 'armed, but not when');
  if (BigInt(step.armedFence ?? 0) > BigInt(laneFence ?? 0))
    report('fence_differs', subject, 'armed under a fence that its lane has not reached');
}

/** A provider's body has fields that the provider defines, and only has to contain the armed values. */
function isRequestFor(body: string, { providerWalletId }: StoredExecution, step: StoredStep): boolean {
  return [step.idempotencyKey, step.contractAddress, providerWalletId].every(
    (value) => value !== null && body.includes(value.toLowerCase()),
  );
}

/** A keystore's body is a signed transaction, which names its sender and has no key. */
function isTransactionFor(
  { from, to, valueWei }: SignedTransaction,
  { walletAddress }: StoredExecution,
  { contractAddress }: StoredStep,
): boolean {
  return from === walletAddress && to === contractAddress?.toLowerCase() && valueWei === 0n;
}

/** A buy is armed only after its approval is done. */
function checkOrder({ id, steps }: StoredExecution, report: Report): void {
  const [approve, main] = steps;
  if (approve?.kind !== 'approve' || main === undefined) return;
  if (!['planned', 'failed'].includes(main.status) && approve.status !== 'done') {
    report('steps_differ', id, `the main step is ${main.status} while its approval is ${approve.status}`);
  }
}

/** The execution shows the hashes of its steps. A buy without an approval step may show an earlier approval. */
function checkHashes(execution: StoredExecution, report: Report): void {
  const { id, steps, broadcastPerformed } = execution;
  for (const step of steps) {
    const shown = step.kind === 'approve' ? execution.approveTransactionHash : execution.transactionHash;
    const isOlder = step.kind === 'approve' && step.transactionHash === null;
    if (shown !== step.transactionHash && !isOlder)
      report('hash_differs', `${id}/${step.kind}`, 'execution and step have different hashes');
    if (step.transactionHash !== null && !step.hashes.includes(step.transactionHash)) {
      report('hash_differs', `${id}/${step.kind}`, 'its hash is not in the list of seen hashes');
    }
  }
  const isSeen = steps.some(({ hashes }) => hashes.length > 0);
  if (broadcastPerformed !== isSeen) report('broadcast_differs', id, `broadcast_performed is ${broadcastPerformed}`);
}
