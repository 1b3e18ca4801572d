import { checkPermitted, checkWalletReady } from '@app/agents';
import type { EngineSettings } from '../../../../libs/engine/src/runner/engine-settings.js';
import type { Ledger } from '../chain/ledger.js';
import { type ExecutionRow, isLive, type Tables } from '../memory/rows.js';
import type { World } from '../world/world.js';
import { findContractError } from './rule-refusals.js';

/** Longer than the longest delay of a step that is not armed. */
const MAX_UNSERVED_MS = 45_000;

interface ServiceDependencies {
  world: World;
  tables: Tables;
  ledger: Ledger;
  settings: EngineSettings;
  depth: number;
}

/** Checks after all faults that lanes are served: a confirmed transaction is noticed, and a free place is used. */
export class LaneService {
  private readonly sinceMs = new Map<string, number>();

  constructor(private readonly observed: ServiceDependencies) {
    observed.ledger.onMined(() => this.check());
  }

  private check(): void {
    const { world, tables } = this.observed;
    if (!world.faults.areHealed || tables.reconciling) return;
    for (const execution of tables.executions.values()) {
      const { id } = execution;
      const isDue = isLive(execution) && (this.isConfirmed(execution) || this.hasPlace(execution));
      const sinceMs = isDue ? (this.sinceMs.get(id) ?? world.nowMs) : Infinity;
      this.sinceMs.set(id, sinceMs === Infinity ? world.nowMs : sinceMs);
      if (world.nowMs - sinceMs > MAX_UNSERVED_MS) world.violate('lanes_are_served', `${id} is ${execution.status}`);
    }
  }

  /** Whether a confirmed block has a transaction that is followed. */
  private isConfirmed({ steps }: ExecutionRow): boolean {
    const { ledger, settings } = this.observed;
    const confirmed = ledger.head.number - settings.confirmations + 1;
    const hashes = steps.flatMap((step) => (step.status === 'sent' ? step.hashes : []));
    // A revert is no proof for a step that was sent twice.
    return hashes
      .map((hash) => ledger.receipts.get(hash))
      .some((receipt) => receipt?.succeeded === true && receipt.blockNumber <= confirmed);
  }

  /** Whether the execution is the next of a lane that has room for it, and its action would succeed behind those in flight. */
  private hasPlace(execution: ExecutionRow): boolean {
    const { tables, ledger, depth } = this.observed;
    if (execution.status !== 'queued' || !ledger.settings.hasPending || tables.account.breakerOpen) return false;
    const lane = [...tables.executions.values()].filter((one) => one.laneId === execution.laneId && isLive(one));
    const earlier = lane.filter(({ seq }) => seq < execution.seq);
    const isFree = lane.filter(({ status }) => status !== 'queued').length < depth && earlier.every(isBehindNone);
    if (!isFree || tables.lanes.get(execution.laneId)?.quarantined === true) return false;
    const wallet = tables.wallets.get(execution.laneId);
    const intent = tables.intents.get(execution.intentId);
    const hasGas = (ledger.state.nativeWei.get(execution.walletAddress) ?? 0n) > 0n;
    if (wallet === undefined || intent === undefined || !hasGas) return false;
    if ((checkWalletReady(wallet) ?? checkPermitted(wallet, intent)) !== null) return false;
    const isKnown = intent.action === 'create_market' || ledger.state.isMarket(intent.marketContractAddress ?? '');
    return isKnown && ledger.onPending(() => findContractError(this.observed, execution)) === null;
  }
}

function isBehindNone({ steps }: ExecutionRow): boolean {
  const step = steps.find(({ status }) => status !== 'done');
  return step?.kind === 'main' && (step.status === 'sent' || step.status === 'mined');
}
