import type { Action } from './act.js';
import { ACTIONS } from './generated/actions.js';

export type ActionName = Action['action'];

/** Fields of any action. Only `create_market` takes the texts of a market. */
export type ActionFields = Pick<Action, 'agent_id' | 'market_id' | 'purpose'> & {
  readonly action: ActionName;
} & { readonly [F in Field]?: unknown };

type Field = (typeof ACTIONS)[ActionName]['fields'][number];

export const ACTION_NAMES = Object.keys(ACTIONS).filter((name): name is ActionName => Object.hasOwn(ACTIONS, name));

/** Whether requests of an action have the field. */
export function takes(action: ActionName, field: Field): boolean {
  const fields: readonly Field[] = ACTIONS[action].fields;
  return fields.includes(field);
}

/** The action with those of the fields that it takes. The service validates their values. */
export function toAction(given: ActionFields): Action;
export function toAction(given: ActionFields): object {
  const { purpose, agent_id, action, market_id } = given;
  const fields: readonly Field[] = ACTIONS[action].fields;
  const taken = fields.filter((field) => given[field] !== undefined).map((field) => [field, given[field]] as const);
  return { purpose, agent_id, action, market_id, ...Object.fromEntries(taken) };
}
