/** Names that requests and responses carry, whichever chain and provider are configured. */
export const EXECUTION_CHAIN = 'CHAIN-TESTNET';
export const WALLET_PROVIDER = 'provider_agent_wallet';
export const EXECUTION_MODE = 'provider_developer_wallet_api';
export const DEFAULT_COLLATERAL_ASSET = 'USDC';
