import type { PermitSignature } from '@app/chain';
import { type Allowance, computeAllowance } from '../domain/allowance.js';
import { computeStake, mayApprove, mayPermit, type PlannedStep } from '../domain/planned-step.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { readAtHead } from './observe-rules.js';
import type { StepContext } from './step-context.js';

/**
 * Approval or permit that the step needs; null for a step that may have neither, because it was sent before. The permit of a
 * node that is behind may be used already: a buy with it would revert.
 */
export async function findAllowance(
  dependencies: EngineDependencies,
  context: StepContext,
  planned: PlannedStep,
): Promise<Allowance | null | 'node_behind'> {
  const allowance = toAllowance(context, dependencies.settings);
  const permit = mayPermit(context) ? await signPermit(dependencies, context, { planned, allowance }) : null;
  if (permit === 'node_behind') return permit;
  const isPossible = planned.kind === 'approve' || permit !== null || mayApprove(context);
  return isPossible ? { ...allowance, permit } : null;
}

/** Null where the custody signs none, or the token takes none. */
async function signPermit(
  { chain, custody }: EngineDependencies,
  context: StepContext,
  { planned, allowance }: { planned: PlannedStep; allowance: Omit<Allowance, 'permit'> },
): Promise<PermitSignature | null | 'node_behind'> {
  const { execution, providerWalletId } = context;
  const { walletAddress: owner, intent } = execution;
  const { marketContractAddress: spender } = intent;
  if (!custody.signsPermits || providerWalletId === null || spender === null) return null;
  const { value: state, isBehind } = await readAtHead(chain, context, () => chain.permitState(owner));
  if (state !== null && isBehind) return 'node_behind';
  const allowanceBaseUnits = BigInt(allowance.baseUnits);
  const { deadlineSeconds } = planned;
  const terms = { owner, spender, allowanceBaseUnits, deadlineSeconds };
  return state === null ? null : custody.signPermit({ providerWalletId }, { ...state, ...terms });
}

function toAllowance(
  { execution: { intent }, limits }: StepContext,
  { plan, allowance: mode }: EngineDependencies['settings'],
): Omit<Allowance, 'permit'> {
  const stake = computeStake({ intent, plan });
  if (stake === null) throw new Error('an approval lacks its stake');
  const baseUnits = computeAllowance(stake.amountBaseUnits, limits, { mode, decimals: plan.decimals });
  return { baseUnits: String(baseUnits), policyVersion: limits.policyVersion };
}
