import { ACTION_NAMES, ACTIONS } from '@presage/sdk';

/** Actions of intents, with their texts for people. */
export const ACTION_OPTIONS = ACTION_NAMES.map((name) => [name, ACTIONS[name].label] as const);
