import type { ApiSettings } from '@app/config';

export type IntentsSettings = Pick<
  ApiSettings,
  | 'ALLOWANCE'
  | 'FACTORY_ADDRESS'
  | 'COLLATERAL_ADDRESS'
  | 'COLLATERAL_DECIMALS'
  | 'EXECUTION_ENABLED'
  | 'EXECUTION_DEADLINE_S'
  | 'EXECUTION_FAILURE_STATUS'
  | 'FAILPOINTS'
  | 'PASSCODE_KEY'
  | 'WALLET_QUEUE_MAX'
>;

export const INTENTS_SETTINGS = Symbol('IntentsSettings');
