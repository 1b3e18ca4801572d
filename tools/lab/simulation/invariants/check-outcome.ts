import { computeRef } from '@app/chain';
import { isFinished } from '@app/engine';
import type { RecordedEffect } from '../chain/contract-model.js';
import type { Ledger } from '../chain/ledger.js';
import type { ExecutionRow, Tables } from '../memory/rows.js';
import type { World } from '../world/world.js';
import { keepsMultiple } from './min-multiples.js';

export interface Outcome {
  world: World;
  tables: Tables;
  ledger: Ledger;
  everConfirmed: ReadonlySet<string>;
}

/**
 * Checks the final state after healing and after every deadline: effects on the chain, executed executions and executed
 * intents correspond one to one.
 */
export function checkOutcome({ world, tables, ledger, everConfirmed }: Outcome): void {
  const agents = new Set([...tables.wallets.values()].map(({ agentWalletAddress }) => agentWalletAddress));
  const effects = [...ledger.state.effects.values()].filter(({ sender }) => agents.has(sender));
  const byRef = new Map<string, RecordedEffect>();
  for (const effect of effects) {
    if (effect.ref === null) world.violate('every_effect_has_a_ref', effect.transactionHash);
    else byRef.set(effect.ref, effect);
  }
  const executions = [...tables.executions.values()];
  for (const { id, status } of executions) {
    if (!isFinished(status)) world.violate('every_execution_ends', `${id} is ${status}`);
  }
  for (const intent of tables.intents.values()) {
    const effect = byRef.get(computeRef(intent.id)) ?? null;
    const executed = executions.filter((one) => one.intentId === intent.id && one.status === 'executed');
    const expected = effect === null ? 0 : 1;
    if (executed.length !== expected || (intent.status === 'executed') !== (effect !== null)) {
      const found = `${expected} effects, ${executed.length} executed, intent ${intent.status}`;
      world.violate('effects_are_what_is_recorded', `${intent.id}: ${found}`);
    }
    if (effect === null) continue;
    if (!everConfirmed.has(intent.id)) world.violate('never_confirmed_has_no_effect', intent.id);
    if (!keepsMultiple(ledger.state.payouts.get(effect.transactionHash), intent)) {
      world.violate('min_multiple_holds_on_chain', intent.id);
    }
    for (const execution of executed) checkRecord(world, execution, effect);
  }
}

/** Time after healing within which a keystore's transaction reaches a block. */
const ALIVE_WITHIN_MS = 40_000;

/** Checks that no execution of a keystore met its deadline long after the last fault. An emptied wallet gets no gas. */
export function checkKeptAlive(world: World, { executions }: Tables, healedAtMs: number): void {
  const { fired } = world.faults;
  if (fired.has('database_restored') || fired.has('funds_gone')) return;
  // A step that is done is sent again byte for byte: it waits for the fee to fall.
  if (fired.has('reorganised') && (fired.has('base_fee_raised') || fired.has('tip_raised'))) return;
  for (const { id, failure, steps } of executions.values()) {
    if (failure !== 'deadline_passed' && failure !== 'approval_deadline_passed') continue;
    const deadlineMs = steps.find(({ status }) => status === 'failed')?.deadlineMs ?? 0;
    if (deadlineMs > healedAtMs + ALIVE_WITHIN_MS) world.violate('kept_alive_until_the_deadline', id);
  }
}

function checkRecord(world: World, execution: ExecutionRow, effect: RecordedEffect): void {
  if (execution.transactionHash !== effect.transactionHash) {
    world.violate('the_recorded_hash_is_the_effect', `${execution.id} ${execution.transactionHash}`);
  }
  if (!execution.broadcastPerformed) world.violate('an_effect_was_broadcast', execution.id);
}
