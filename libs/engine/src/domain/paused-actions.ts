import { ACTIONS, type Action } from '@app/common';

/** Money that is owed can always leave, unless its own action is paused by name. */
const EXITS: readonly Action[] = ['claim_payout', 'claim_refund'];

/** What pauses stop: everything but exits when all or the agent is paused, and whatever is paused by name. */
export function pausedActions(pausedScopes: readonly string[], agentPaused: boolean): Action[] {
  const all = agentPaused || pausedScopes.includes('global');
  return ACTIONS.filter((action) => pausedScopes.includes(action) || (all && !EXITS.includes(action)));
}
