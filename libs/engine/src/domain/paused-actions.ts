import { ACTIONS, type Action } from '@app/common';

/** Actions that pay out owed money. Only a pause of the action itself stops them. */
const EXITS: readonly Action[] = ['claim_payout', 'claim_refund'];

/** Paused actions: each paused scope, and all but exits under a global or agent pause. */
export function pausedActions(pausedScopes: readonly string[], agentPaused: boolean): Action[] {
  const all = agentPaused || pausedScopes.includes('global');
  return ACTIONS.filter((action) => pausedScopes.includes(action) || (all && !EXITS.includes(action)));
}
