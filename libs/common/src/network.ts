/** The network of execution and faucet, and the names that the API reports (http-api.md, "Scope limits"). */
export const EXECUTION_CHAIN = 'CHAIN-TESTNET';
export const WALLET_PROVIDER = 'provider_agent_wallet';
export const EXECUTION_MODE = 'provider_developer_wallet_api';
export const DEFAULT_COLLATERAL_ASSET = 'USDC';
