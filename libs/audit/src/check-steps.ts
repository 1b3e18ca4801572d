import type { IntentRecord, PlanContext } from '@app/agents';
import { isBuy, sha256Hex } from '@app/common';
import { refOf } from '@app/contracts';
import { type EncodedStep, encodeStep } from '@app/engine';
import type { Report } from './finding.js';
import type { ExecutionRow, Recorded, StepRow } from './records.js';

/** What was armed is what the intent asks for, to the byte, and each execution belongs to its wallet and intent. */
export function checkSteps({ execution, intent }: Recorded, context: PlanContext, report: Report): void {
  const { id } = execution;
  checkIdentity({ execution, intent }, report);
  const kinds = execution.steps.map(({ kind }) => kind).join('+');
  if (kinds !== (isBuy(intent.action) ? 'approve+main' : 'main')) report('steps_differ', id, `it has ${kinds}`);
  for (const step of execution.steps) {
    const subject = `${id}/${step.kind}`;
    if (step.body_hash !== null || step.body !== null) {
      checkBody(execution, step, report);
      const planned = encodeAsAsked(step, { intent, context });
      if (planned === null || planned.callData !== step.call_data)
        report('call_differs', subject, 'armed is not what the intent asks for');
      if (planned?.contractAddress.toLowerCase() !== step.contract_address?.toLowerCase())
        report('contract_differs', subject, `armed for ${step.contract_address}`);
    }
  }
  checkOrder(execution, report);
  checkHashes(execution, report);
}

/** Null for an intent that cannot be what was armed, since nothing can be made of it. */
function encodeAsAsked(
  { kind, deadline_ms }: StepRow,
  { intent, context }: { intent: IntentRecord; context: PlanContext },
): EncodedStep | null {
  if (deadline_ms === null) return null;
  try {
    const deadlineSeconds = Math.floor(deadline_ms / 1000);
    return encodeStep({ intent, kind, ref: refOf(intent.id), deadlineSeconds, context });
  } catch {
    return null;
  }
}

function checkIdentity({ execution, intent }: Recorded, report: Report): void {
  const { id, agent_id, action, ref, status, market_contract_address } = execution;
  if (ref !== refOf(intent.id)) report('ref_differs', id, 'not the ref of its intent');
  if (action !== intent.action) report('action_differs', id, `the intent asks for ${intent.action}`);
  if (agent_id !== intent.agentId || agent_id !== execution.wallet_agent_id) {
    report('agent_differs', id, 'execution, intent and wallet are not of one agent');
  }
  if (execution.agent_wallet_address !== execution.wallet_address)
    report('wallet_differs', id, 'not the agent’s wallet');
  // A creation has no market before it is executed; then the chain says which.
  const isCreated = action === 'create_market' && status === 'executed';
  if (!isCreated && market_contract_address !== intent.marketContractAddress)
    report('market_differs', id, `the intent is about ${intent.marketContractAddress ?? 'no market'}`);
}

function checkBody({ id, provider_wallet_id, lane_fence }: ExecutionRow, step: StepRow, report: Report): void {
  const subject = `${id}/${step.kind}`;
  if (sha256Hex(step.body ?? '') !== step.body_hash)
    report('body_hash_differs', subject, 'the body is not the one hashed');
  // The body's own members are the provider's business; that the armed values are in it is ours.
  const values = [step.idempotency_key, step.call_data, step.contract_address, provider_wallet_id];
  const body = step.body?.toLowerCase() ?? '';
  if (!values.every((value) => value !== null && body.includes(value.toLowerCase()))) {
    report('body_differs', subject, 'the body does not carry the key, call and wallet of its step');
  }
  if (step.armed_at_ms === null || step.send_attempts < 1) report('arming_differs', subject, 'armed, but not when');
  if (BigInt(step.armed_fence ?? 0) > BigInt(lane_fence ?? 0))
    report('fence_differs', subject, 'armed under a fence that its lane has not come to');
}

/** The buy is armed only when its approval is done. */
function checkOrder({ id, steps }: ExecutionRow, report: Report): void {
  const [approve, main] = steps;
  if (approve?.kind !== 'approve' || main === undefined) return;
  if (!['planned', 'failed'].includes(main.status) && approve.status !== 'done') {
    report('steps_differ', id, `the main step is ${main.status} while its approval is ${approve.status}`);
  }
}

/** What an execution shows is what its steps have. */
function checkHashes(execution: ExecutionRow, report: Report): void {
  const { id, steps, broadcast_performed } = execution;
  for (const step of steps) {
    const shown = step.kind === 'approve' ? execution.approve_transaction_hash : execution.transaction_hash;
    if (shown !== step.transaction_hash)
      report('hash_differs', `${id}/${step.kind}`, 'execution and step name different hashes');
    if (step.transaction_hash !== null && !step.hashes.includes(step.transaction_hash)) {
      report('hash_differs', `${id}/${step.kind}`, 'its hash is not in the list of those seen');
    }
  }
  const seen = steps.some(({ hashes }) => hashes.length > 0);
  if (broadcast_performed !== seen) report('broadcast_differs', id, `broadcast_performed is ${broadcast_performed}`);
}
