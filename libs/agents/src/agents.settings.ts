import type { ApiSettings } from '@app/config';

/** The settings that the agent surface reads. */
export type AgentsSettings = Pick<
  ApiSettings,
  | 'FACTORY_ADDRESS'
  | 'COLLATERAL_ADDRESS'
  | 'COLLATERAL_DECIMALS'
  | 'EXECUTE_WAIT_MS'
  | 'EXECUTION_DEADLINE_S'
  | 'FAUCET_ENABLED'
  | 'FAUCET_COOLDOWN_S'
  | 'AGENT_WALLET_LOCK'
  | 'PASSCODE_KEY'
>;

/** The key under which they are provided. */
export const AGENTS_SETTINGS = Symbol('AgentsSettings');
