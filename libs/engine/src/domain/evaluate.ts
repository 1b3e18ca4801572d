import { isBuy } from '@app/common';
import { type Pools, reachesMultiple } from '@app/contracts';
import { type FailureReason, failureOfRevert } from './failure.js';
import { bytesOf, gasOf, type PlannedStep, stakeOf } from './planned-step.js';
import type { Chain, Holdings, Simulation } from './ports/chain.js';

/** What one rule about the chain answers. */
export interface ChainVerdict {
  rule: 'contract' | 'simulation' | 'min_multiple' | 'gas' | 'balance';
  /** Null: it passes. `executed_already`: the ref has had its effect, so there is nothing left to be sent. */
  failure: FailureReason | 'executed_already' | null;
}

/** What the rules look at, as the chain says it. */
export interface ChainFacts {
  simulation: Simulation;
  holdings: Holdings;
  gasCostWei: bigint;
  /** Null when no rule depends on them. */
  pools: Pools | null;
}

/** Anything but our factory's markets and its collateral would be an arbitrary transfer, the approval included. */
export async function checkMarketContract(chain: Pick<Chain, 'isMarket'>, step: PlannedStep): Promise<ChainVerdict> {
  const { intent, plan } = step;
  const { action, collateralToken, marketContractAddress } = intent;
  if (action === 'create_market') {
    const isOurs = collateralToken?.toLowerCase() === plan.collateralAddress.toLowerCase();
    return { rule: 'contract', failure: isOurs ? null : 'foreign_collateral' };
  }
  const isOurs = marketContractAddress !== null && (await chain.isMarket(marketContractAddress));
  return { rule: 'contract', failure: isOurs ? null : 'foreign_contract' };
}

/** Asks the chain for all but the pools: a simulation of the action itself, and what the wallet holds. */
export async function readFacts(
  chain: Chain,
  step: PlannedStep,
  blockNumber?: number,
): Promise<Omit<ChainFacts, 'pools'>> {
  const { contractAddress: to, callData } = bytesOf(step, 'main');
  const [simulation, holdings, gasCostWei] = await Promise.all([
    chain.simulate({ from: step.walletAddress, to, callData }),
    chain.holdings(step.walletAddress, blockNumber),
    chain.gasCostWei(gasOf(step)),
  ]);
  return { simulation, holdings, gasCostWei };
}

/** Every rule on the facts, in the order in which execution asks them: the first that fails is why it fails. */
export function evaluateRules(step: PlannedStep, facts: ChainFacts): ChainVerdict[] {
  return [
    { rule: 'simulation', failure: simulationFailure(step, facts) },
    { rule: 'min_multiple', failure: multipleFailure(step, facts) },
    { rule: 'gas', failure: facts.holdings.nativeWei < facts.gasCostWei ? 'insufficient_gas' : null },
    { rule: 'balance', failure: balanceFailure(step, facts) },
  ];
}

function simulationFailure({ kind }: PlannedStep, { simulation }: ChainFacts): ChainVerdict['failure'] {
  if (simulation.ok) return null;
  if (simulation.contractError === 'RefUsed') return 'executed_already';
  // Before the approval the market cannot take the stake yet: that much of the refusal is expected.
  const awaitsApproval = kind === 'approve' && simulation.contractError === 'ERC20InsufficientAllowance';
  return awaitsApproval ? null : failureOfRevert(simulation.contractError);
}

function multipleFailure(step: PlannedStep, { pools }: ChainFacts): FailureReason | null {
  const { minMultiple } = step.intent;
  const stake = stakeOf(step);
  if (minMultiple === null || stake === null || pools === null) return null;
  return reachesMultiple({ pools, ...stake }, minMultiple) ? null : 'multiple_too_low';
}

function balanceFailure(step: PlannedStep, { holdings }: ChainFacts): FailureReason | null {
  if (!isBuy(step.intent.action)) return null;
  const stake = stakeOf(step);
  return stake === null || holdings.collateralBaseUnits < stake.amountBaseUnits ? 'insufficient_token' : null;
}
