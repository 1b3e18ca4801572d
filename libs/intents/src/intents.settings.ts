import type { ApiSettings } from '@app/config';

/** Settings of intents and their executions. */
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

/** Injection token of IntentsSettings. */
export const INTENTS_SETTINGS = Symbol('IntentsSettings');
