import type { ContractErrorName } from '@app/chain';
import type { StepFailure } from '@app/engine';
import { computeStake, encodeCall } from '../../../../libs/engine/src/domain/planned-step.js';
import type { EngineSettings } from '../../../../libs/engine/src/runner/engine-settings.js';
import type { Ledger } from '../chain/ledger.js';
import { type ExecutionRow, isLive, type Tables } from '../memory/rows.js';
import { hasLiveBody } from './lane-order.js';
import type { World } from '../world/world.js';

/** Failures by a rule that the pending block answers. Those by `min_multiple` and for gas are checked elsewhere. */
const BY_RULE: ReadonlySet<StepFailure | null> = new Set<StepFailure>([
  ...(['foreign_contract', 'market_not_open', 'already_final', 'nothing_to_claim', 'already_claimed'] as const),
  ...(['not_canceller', 'not_closer', 'not_resolver', 'too_early', 'insufficient_token'] as const),
  ...(['allowance_missing', 'simulation_reverted'] as const),
]);

const FAR_S = 4_000_000_000;

interface RefusalsDependencies {
  world: World;
  tables: Tables;
  ledger: Ledger;
  settings: EngineSettings;
}

/**
 * Checks that a rule fails an execution only while nothing else of its lane is in flight, and only if the chain refuses the
 * call at the highest block that the service had recorded when it read the lane, or at a later one.
 */
export class RuleRefusals {
  private readonly recordedBlocks = new Map<string, number>();

  constructor(private readonly observed: RefusalsDependencies) {}

  laneRead(laneId: string): void {
    const executed = [...this.observed.tables.executions.values()].filter(({ status }) => status === 'executed');
    const blocks = executed.flatMap(({ steps }) => steps.map(({ blockNumber }) => blockNumber ?? 0));
    this.recordedBlocks.set(laneId, Math.max(0, ...blocks));
  }

  ended(execution: ExecutionRow): void {
    const { world, tables, ledger } = this.observed;
    const { id, laneId, failure, steps } = execution;
    const step = steps.find(({ status }) => status !== 'done');
    if (!BY_RULE.has(failure) || step?.status !== 'planned') return;
    const inFlight = [...tables.executions.values()].filter(
      (one) => one !== execution && one.laneId === laneId && isLive(one) && hasLiveBody(one),
    );
    if (inFlight.length > 0) world.violate('refused_with_nothing_in_flight', `${id} beside ${inFlight[0]?.id}`);
    if (world.faults.fired.has('funds_gone') || world.faults.fired.has('market_ended')) return;
    const recorded = this.recordedBlocks.get(laneId) ?? 0;
    for (let height = recorded; height <= ledger.head.number; height += 1) {
      const error = ledger.readAt(height, () => findContractError(this.observed, execution));
      if (error !== null && error !== 'PayoutBelowMinimum') return;
    }
    world.violate('a_refusal_counts_at_its_height', `${id} ${failure} from block ${recorded}`);
  }
}

/** How the present state of the chain refuses the execution's action, but for an allowance that is still to be approved. */
export function findContractError(
  { tables, ledger, settings }: Pick<RefusalsDependencies, 'tables' | 'ledger' | 'settings'>,
  { intentId, walletAddress, ref, steps }: ExecutionRow,
): ContractErrorName | 'unknown' | null {
  const intent = tables.intents.get(intentId);
  if (intent === undefined) return 'unknown';
  const step = { intent, kind: 'main', plan: settings.plan, walletAddress, ref, deadlineSeconds: FAR_S } as const;
  const { contractAddress: to, callData } = encodeCall(step);
  const error = ledger.tryCall({ from: walletAddress, to, callData });
  // The token refuses for the allowance first.
  const awaitsApproval = !steps.some(({ kind, status }) => kind === 'approve' && status === 'done');
  if (error !== 'ERC20InsufficientAllowance' || !awaitsApproval) return error;
  const held = ledger.state.tokens.get(walletAddress) ?? 0n;
  return held < (computeStake(step)?.amountBaseUnits ?? 0n) ? 'ERC20InsufficientBalance' : null;
}
