import { type Action, ACTION_NAMES, ACTIONS } from '@app/common';

/** Paused actions: each paused scope, and all but exits under a global or agent pause. */
export function pausedActions(pausedScopes: readonly string[], agentPaused: boolean): Action[] {
  const all = agentPaused || pausedScopes.includes('global');
  return ACTION_NAMES.filter((action) => pausedScopes.includes(action) || (all && ACTIONS[action].kind !== 'exit'));
}
