import { ACTION_NAMES, ACTIONS } from '@presage/sdk';

export const ACTION_OPTIONS = ACTION_NAMES.map((name) => [name, ACTIONS[name].label] as const);
