import { ACTIONS, EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';

export interface WalletBody {
  id: string;
  agent_id: string;
  user_wallet: string | null;
  agent_wallet_address: string | null;
  wallet_provider: string;
  chain: string;
  allowed_actions: readonly string[];
  status: string;
  policy_metadata: { max_trade_amount: string | null };
  source_client: string | null;
  created_at: string;
  updated_at: string;
}

export interface BalanceBody {
  agent_id: string;
  agent_wallet_address: string;
  chain: string;
  balances: readonly TokenBalanceBody[];
}

export interface TokenBalanceBody {
  token: { name: string; symbol: string; decimals: number; address: string | null; blockchain: string };
  amount: string;
}

export interface FaucetGrantBody {
  agent_id: string;
  agent_wallet_address: string;
  chain: string;
  token: string;
  status: string;
  result: { message?: string };
}

const HOLDER = {
  agent_id: wire.text('The agent.', EXAMPLE.agentId),
  agent_wallet_address: wire.address('The wallet’s address.', EXAMPLE.agentWallet),
  chain: wire.text('Its network.', EXECUTION_CHAIN),
};

export const WALLET = wire.named<WalletBody>('AgentWallet', 'An agent’s wallet, and what it may do.', {
  id: wire.uuid('Its id.', EXAMPLE.walletId),
  agent_id: wire.text('The agent.', EXAMPLE.agentId),
  user_wallet: wire.nullable(wire.address('The owner’s own wallet.', EXAMPLE.userWallet)),
  agent_wallet_address: wire.nullable(
    wire.address(
      'The wallet’s address, the agent’s for life; null until the provider has made it.',
      EXAMPLE.agentWallet,
    ),
  ),
  wallet_provider: wire.text('Who holds the key.', WALLET_PROVIDER),
  chain: wire.text('Its network; only `CHAIN-TESTNET` executes.', EXECUTION_CHAIN),
  allowed_actions: wire.list(wire.oneOf(ACTIONS, 'An action.'), 'The actions that it may execute.', [
    'buy_yes',
    'buy_no',
    'claim_payout',
    'claim_refund',
  ]),
  status: wire.oneOf(['active', 'disabled'], 'A disabled wallet executes nothing.'),
  policy_metadata: wire.object(
    {
      max_trade_amount: wire.nullable(wire.decimal('The most that one buy may spend; null for no cap.', '100')),
    },
    'Limits.',
  ),
  source_client: wire.nullable(wire.text('The program that registered it.', 'cli')),
  created_at: wire.timestamp('When it was registered.', EXAMPLE.createdAt),
  updated_at: wire.timestamp('When it last changed.', EXAMPLE.createdAt),
});

export const BALANCE = wire.named<BalanceBody>('WalletBalance', 'What the provider says that a wallet holds.', {
  ...HOLDER,
  balances: wire.list(
    wire.object<TokenBalanceBody>({
      token: wire.object<TokenBalanceBody['token']>(
        {
          name: wire.text('Its name.', 'USDC'),
          symbol: wire.text('Its symbol.', 'USDC'),
          decimals: wire.integer('Digits of its smallest unit.', 6),
          address: wire.nullable(wire.address('Its contract; null for the native coin.', EXAMPLE.collateral)),
          blockchain: wire.text('The provider’s name of the network.', EXECUTION_CHAIN),
        },
        'The token.',
      ),
      amount: wire.decimal('How much, display units.', '1000'),
    }),
    'One entry a token; the collateral is listed even at "0".',
  ),
});

export const FAUCET_GRANT = wire.named<FaucetGrantBody>('FaucetGrant', 'A request for test tokens.', {
  ...HOLDER,
  token: wire.oneOf(['usdc'], 'What was asked for; gas comes with it.'),
  status: wire.oneOf(['requested'], 'That it was asked for.'),
  result: wire.amended(
    wire.object<FaucetGrantBody['result']>(
      { message: wire.optional(wire.text('What else is to be said.', '')) },
      'Empty, or a message.',
    ),
    { message: 'The grant was requested; its result is not known yet.' },
  ),
});
