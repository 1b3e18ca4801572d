import { type Chain, type GasPrice, type Pools, reachesMultiple, type Simulation } from '@app/chain';
import { isBuy } from '@app/common';
import type { StepFailure } from './failure-reason.js';
import { failureOfRevert } from './failure.js';
import { computeGas } from './gas.js';
import { computeStake, encodeCall, type PlannedStep, weiPerUnit } from './planned-step.js';

export interface RuleResult {
  rule: 'contract' | 'simulation' | 'min_multiple' | 'gas' | 'balance';
  /** Null when the rule holds. `executed_already`: the ref has been used, so there is nothing left to send. */
  failure: StepFailure | 'executed_already' | null;
}

export interface Holdings {
  nativeWei: bigint;
  /** Null when the action does not depend on it. */
  collateralBaseUnits: bigint | null;
}

export interface ChainReadings {
  simulation: Simulation;
  holdings: Holdings;
  gasPrice: GasPrice;
  /** Shows the multiple when the simulation ends before the contract compares it. Null when only the simulation counts. */
  pools: Pools | null;
}

/** Refuses targets other than the factory's markets and its collateral, to which a call could transfer anything. */
export async function checkMarketContract(chain: Pick<Chain, 'isMarket'>, step: PlannedStep): Promise<RuleResult> {
  const { intent, plan } = step;
  const { action, collateralToken, marketContractAddress } = intent;
  if (action === 'create_market') {
    const isSupported = collateralToken?.toLowerCase() === plan.collateralAddress.toLowerCase();
    return { rule: 'contract', failure: isSupported ? null : 'foreign_collateral' };
  }
  const isMarket = marketContractAddress !== null && (await chain.isMarket(marketContractAddress));
  return { rule: 'contract', failure: isMarket ? null : 'foreign_contract' };
}

/** Reads all facts but the pools: a simulation of the action, the wallet's balances, and the price of gas. */
export async function readFacts(
  chain: Pick<Chain, 'simulate' | 'nativeBalance' | 'collateralBalance' | 'gasPrice'>,
  step: PlannedStep,
  block?: number | 'pending',
): Promise<Omit<ChainReadings, 'pools'>> {
  const { contractAddress: to, callData } = encodeCall(step);
  const { walletAddress, intent } = step;
  const [simulation, nativeWei, collateralBaseUnits, gasPrice] = await Promise.all([
    chain.simulate({ from: walletAddress, to, callData }),
    chain.nativeBalance(walletAddress, block),
    isBuy(intent.action) ? chain.collateralBalance(walletAddress, block) : null,
    chain.gasPrice(),
  ]);
  return { simulation, holdings: { nativeWei, collateralBaseUnits }, gasPrice };
}

/**
 * Evaluates every rule, in the order of execution: the first failure is the reason that execution fails with. A simulation
 * that reverts on the minimum payout fails only the rule `min_multiple`.
 */
export function evaluateRules(step: PlannedStep, facts: ChainReadings): RuleResult[] {
  return [
    { rule: 'simulation', failure: simulationFailure(step, facts) },
    { rule: 'min_multiple', failure: multipleFailure(step, facts) },
    {
      rule: 'gas',
      failure: facts.holdings.nativeWei < computeGas(step) * facts.gasPrice.maxFeeWei ? 'insufficient_gas' : null,
    },
    { rule: 'balance', failure: balanceFailure(step, facts) },
  ];
}

function simulationFailure({ kind }: PlannedStep, { simulation }: ChainReadings): RuleResult['failure'] {
  if (simulation.ok) return null;
  if (simulation.contractError === 'RefUsed') return 'executed_already';
  if (simulation.contractError === 'PayoutBelowMinimum') return null;
  // The simulated buy lacks its allowance until the approval is mined.
  const awaitsApproval = kind === 'approve' && simulation.contractError === 'ERC20InsufficientAllowance';
  return awaitsApproval ? null : failureOfRevert(simulation.contractError);
}

function multipleFailure(step: PlannedStep, { simulation, pools }: ChainReadings): StepFailure | null {
  if (!simulation.ok && simulation.contractError === 'PayoutBelowMinimum') return 'multiple_too_low';
  const { minMultiple } = step.intent;
  const stake = computeStake(step);
  if (minMultiple === null || stake === null || pools === null) return null;
  return reachesMultiple({ pools, ...stake }, minMultiple) ? null : 'multiple_too_low';
}

function balanceFailure(step: PlannedStep, { holdings, gasPrice }: ChainReadings): StepFailure | null {
  if (!isBuy(step.intent.action)) return null;
  const stake = computeStake(step);
  if (stake === null) return 'insufficient_token';
  const held = holdings.collateralBaseUnits ?? 0n;
  return held < stake.amountBaseUnits + gasInCollateral(step, gasPrice) ? 'insufficient_token' : null;
}

/** Base units, rounded up, that gas takes from the balance of the collateral: none but where it is the native coin. */
export function gasInCollateral(step: PlannedStep, { maxFeeWei }: GasPrice): bigint {
  const unitWei = weiPerUnit(step);
  return unitWei === null ? 0n : (computeGas(step) * maxFeeWei + unitWei - 1n) / unitWei;
}
