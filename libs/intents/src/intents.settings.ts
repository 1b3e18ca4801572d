import type { ApiSettings } from '@app/config';

/** Settings of previews and acceptances, which workers have too. */
export type AcceptanceSettings = Pick<
  ApiSettings,
  | 'ALLOWANCE'
  | 'FACTORY_ADDRESS'
  | 'COLLATERAL_ADDRESS'
  | 'COLLATERAL_DECIMALS'
  | 'EXECUTION_ENABLED'
  | 'EXECUTION_DEADLINE_S'
  | 'FAILPOINTS'
  | 'WALLET_QUEUE_MAX'
>;

export type IntentsSettings = AcceptanceSettings & Pick<ApiSettings, 'EXECUTION_FAILURE_STATUS' | 'PASSCODE_KEY'>;

export const INTENTS_SETTINGS = Symbol('IntentsSettings');
