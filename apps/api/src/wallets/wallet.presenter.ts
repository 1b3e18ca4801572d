import type {
  AgentWallet,
  FaucetGrant,
  TermsChange,
  TokenBalance,
  WalletBalance,
  WalletRegistration,
} from '@app/agents';
import { DEFAULT_COLLATERAL_ASSET } from '@app/common';
import { addressOf, timestampOf } from '../http/present.js';
import type { FaucetGrantDto, TokenBalanceDto, WalletBalanceDto } from './funds.dto.js';
import type { RegisterWalletDto, WalletDto, WalletUpdateDto } from './wallet.dto.js';

export interface CollateralToken {
  address: string;
  decimals: number;
}

export function walletRegistrationOf(body: RegisterWalletDto): WalletRegistration {
  return {
    ...termsChangeOf(body),
    agentId: body.agent_id,
    allowedActions: [...new Set(body.allowed_actions)],
    chain: body.chain,
    userWallet: body.user_wallet,
    sourceClient: body.source_client,
    agentWalletAddress: body.agent_wallet_address,
  };
}

export function termsChangeOf(body: WalletUpdateDto): TermsChange {
  return {
    allowedActions: body.allowed_actions === undefined ? undefined : [...new Set(body.allowed_actions)],
    maxTradeAmount: body.policy_metadata?.max_trade_amount,
    status: body.status,
  };
}

export function presentWallet(wallet: AgentWallet): WalletDto {
  return {
    id: wallet.id,
    agent_id: wallet.agentId,
    user_wallet: addressOf(wallet.userWallet),
    agent_wallet_address: addressOf(wallet.agentWalletAddress),
    wallet_provider: wallet.walletProvider,
    chain: wallet.chain,
    allowed_actions: wallet.allowedActions,
    status: wallet.status,
    policy_metadata: { max_trade_amount: wallet.maxTradeAmount },
    source_client: wallet.sourceClient,
    created_at: timestampOf(wallet.createdAt),
    updated_at: timestampOf(wallet.updatedAt),
  };
}

/** Adds the collateral with `0` when the provider does not list it. */
export function presentBalance({ wallet, balances }: WalletBalance, collateral: CollateralToken): WalletBalanceDto {
  const isListed = balances.some(({ token }) => token.address?.toLowerCase() === collateral.address.toLowerCase());
  const empty: TokenBalance = {
    token: {
      name: DEFAULT_COLLATERAL_ASSET,
      symbol: DEFAULT_COLLATERAL_ASSET,
      decimals: collateral.decimals,
      address: collateral.address,
      blockchain: wallet.chain,
    },
    amount: '0',
  };
  return {
    agent_id: wallet.agentId,
    agent_wallet_address: addressOf(wallet.agentWalletAddress),
    chain: wallet.chain,
    balances: (isListed ? balances : [...balances, empty]).map(presentTokenBalance),
  };
}

export function presentFaucetGrant({ wallet, result }: FaucetGrant): FaucetGrantDto {
  return {
    agent_id: wallet.agentId,
    agent_wallet_address: addressOf(wallet.agentWalletAddress),
    chain: wallet.chain,
    token: 'usdc',
    status: 'requested',
    result: result.message === undefined ? {} : { message: result.message },
  };
}

function presentTokenBalance({ token, amount }: TokenBalance): TokenBalanceDto {
  const { name, symbol, decimals, address, blockchain } = token;
  return { token: { name, symbol, decimals, address: addressOf(address), blockchain }, amount };
}
