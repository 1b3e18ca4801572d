import type { ApiSettings } from '@app/config';

export type AgentsSettings = Pick<
  ApiSettings,
  | 'COLLATERAL_DECIMALS'
  | 'BALANCE_ENABLED'
  | 'FAUCET_ENABLED'
  | 'FAUCET_COOLDOWN_S'
  | 'AGENT_WALLET_LOCK'
  | 'AUTH_MODE'
  | 'PASSCODE_KEY'
  | 'PASSCODE_KEY_PREVIOUS'
  | 'PASSCODE_CLIENT_LIMIT'
  | 'PASSCODE_SERVICE_LIMIT'
  | 'PROVIDER_WAIT_MS'
>;

export const AGENTS_SETTINGS = Symbol('AgentsSettings');
