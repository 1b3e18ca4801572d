import type { AgentWallet, FaucetGrant, WalletBalance } from '@app/agents';
import { DEFAULT_COLLATERAL_ASSET, toChecksumAddress } from '@app/common';
import type { TokenBalance } from '@app/queue';
import { checksummed, present } from '../http/present.js';
import {
  type FaucetGrantDto,
  type TokenBalanceDto,
  type WalletBalanceDto,
  WalletDto,
  WalletPolicyDto,
} from './wallet.dto.js';

export interface CollateralToken {
  address: string;
  decimals: number;
}

export function presentWallet(wallet: AgentWallet): WalletDto {
  return present(WalletDto, {
    ...wallet,
    userWallet: checksummed(wallet.userWallet),
    agentWalletAddress: checksummed(wallet.agentWalletAddress),
    frozen: wallet.frozenAt !== null,
    policyMetadata: present(WalletPolicyDto, wallet),
  });
}

/** Lists the collateral even at zero. */
export function presentBalance({ wallet, balances }: WalletBalance, collateral: CollateralToken): WalletBalanceDto {
  const listed = balances.some(({ token }) => token.address?.toLowerCase() === collateral.address.toLowerCase());
  const none: TokenBalance = {
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
    agent_wallet_address: toChecksumAddress(wallet.agentWalletAddress),
    chain: wallet.chain,
    balances: (listed ? balances : [...balances, none]).map((balance) => presentTokenBalance(balance, wallet.chain)),
  };
}

export function presentFaucetGrant({ wallet, result }: FaucetGrant): FaucetGrantDto {
  return {
    agent_id: wallet.agentId,
    agent_wallet_address: toChecksumAddress(wallet.agentWalletAddress),
    chain: wallet.chain,
    token: 'usdc',
    status: 'requested',
    result: result.message === undefined ? {} : { message: result.message },
  };
}

/** @param chain name of the network on the wire, in place of the provider's */
function presentTokenBalance({ token, amount }: TokenBalance, chain: string): TokenBalanceDto {
  const { name, symbol, decimals, address } = token;
  return { token: { name, symbol, decimals, address: checksummed(address), blockchain: chain }, amount };
}
