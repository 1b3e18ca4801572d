import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { WALLET_STATUSES } from '@app/agents';
import { ACTION_NAMES, EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import {
  ApiAddress,
  ApiDecimal,
  ApiEnum,
  ApiFlag,
  ApiInteger,
  ApiText,
  ApiTimestamp,
  ApiUuid,
  ApiWarnings,
} from '../docs/properties.js';

@ApiSchema({ name: 'PolicyMetadata', description: 'Limits of a wallet.' })
export class WalletPolicyDto {
  @ApiDecimal({ description: 'Maximum stake of one buy, display units.', null: 'for no limit', example: '100' })
  max_trade_amount: string | null;

  @ApiDecimal({
    description: 'Maximum stake of the buys within 24 hours, display units. Null for no limit.',
    example: null,
  })
  daily_limit: string | null;

  @ApiDecimal({ description: 'Maximum stake in one market, display units. Null for no limit.', example: null })
  market_limit: string | null;

  @ApiDecimal({
    description: 'Maximum stake in markets that are neither resolved nor cancelled, display units. Null for no limit.',
    example: null,
  })
  open_exposure_limit: string | null;

  @ApiDecimal({
    description: 'Stake above which the owner approves each buy, display units. Null for no approvals.',
    example: null,
  })
  approval_above: string | null;

  @ApiFlag({ description: 'Whether payouts and refunds are claimed automatically.', example: false })
  auto_claim: boolean;

  @ApiDecimal({
    description: 'Maximum stake over the life of the agent, display units. Null for no limit.',
    example: null,
  })
  total_limit: string | null;

  @ApiTimestamp({
    description: 'Time from which the wallet creates no market and buys nothing. Null for no end.',
    example: null,
  })
  valid_until: string | null;
}

@ApiSchema({ name: 'AgentWallet', description: 'Wallet of an agent, with its limits.' })
export class WalletDto {
  @ApiUuid({ description: 'Id of the wallet.', example: EXAMPLE.walletId })
  id: string;

  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiAddress({
    description: 'Address of the owner’s personal wallet.',
    null: 'if unknown',
    example: EXAMPLE.userWallet,
  })
  user_wallet: string | null;

  @ApiAddress({
    description:
      'Address of the wallet. Null until the provider has created it. An address of the provider never changes.',
    example: EXAMPLE.agentWallet,
    nullable: true,
  })
  agent_wallet_address: string | null;

  @ApiText({ description: 'Provider that holds the key.', example: WALLET_PROVIDER })
  wallet_provider: string;

  @ApiText({ description: 'Network of the wallet. Only `CHAIN-TESTNET` executes.', example: EXECUTION_CHAIN })
  chain: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...ACTION_NAMES] },
    description: 'Actions that the wallet may execute.',
    example: ['buy_yes', 'buy_no', 'claim_payout', 'claim_refund'],
  })
  allowed_actions: readonly string[];

  @ApiEnum(WALLET_STATUSES, {
    description: 'Status of the wallet. A disabled wallet executes nothing.',
    example: 'active',
  })
  status: string;

  @ApiFlag({
    description: 'Whether the wallet is frozen. A frozen wallet creates no market and buys nothing.',
    example: false,
  })
  frozen: boolean;

  @ApiTimestamp({ description: 'Time at which the wallet was frozen. Null if it is not frozen.', example: null })
  frozen_at: string | null;

  @ApiProperty({ type: WalletPolicyDto })
  policy_metadata: WalletPolicyDto;

  @ApiText({
    description: 'Name of the client program that registered the wallet.',
    null: 'if unknown',
    example: 'cli',
  })
  source_client: string | null;

  @ApiTimestamp({ description: 'Time of the registration.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.createdAt })
  updated_at: string;
}

export class WalletResponse {
  @ApiProperty({ type: WalletDto })
  agent_wallet: WalletDto;
}

export class RegisteredWalletResponse extends WalletResponse {
  @ApiWarnings()
  warnings: readonly string[];
}

class WalletHolderDto {
  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiAddress({ description: 'Address of the wallet.', example: EXAMPLE.agentWallet })
  agent_wallet_address: string;

  @ApiText({ description: 'Network of the wallet.', example: EXECUTION_CHAIN })
  chain: string;
}

@ApiSchema({ name: 'Token', description: 'Token of a balance.' })
export class TokenDto {
  @ApiText({ description: 'Name of the token.', example: 'USDC' })
  name: string;

  @ApiText({ description: 'Symbol of the token.', example: 'USDC' })
  symbol: string;

  @ApiInteger({ description: 'Number of decimals.', example: 6 })
  decimals: number;

  @ApiAddress({
    description: 'Address of the token contract.',
    null: 'for the native coin',
    example: EXAMPLE.collateral,
  })
  address: string | null;

  @ApiText({ description: 'Network of the token, as in `chain`.', example: EXECUTION_CHAIN })
  blockchain: string;
}

@ApiSchema({ name: 'TokenBalance', description: 'Balance of one token.' })
export class TokenBalanceDto {
  @ApiProperty({ type: TokenDto })
  token: TokenDto;

  @ApiDecimal({ description: 'Amount, display units.', example: '1000' })
  amount: string;
}

@ApiSchema({ name: 'WalletBalance', description: 'Balances of a wallet, as the provider reports them.' })
export class WalletBalanceDto extends WalletHolderDto {
  @ApiProperty({
    type: [TokenBalanceDto],
    description: 'Balances by token. Includes the collateral even if its amount is "0".',
  })
  balances: TokenBalanceDto[];
}

export class WalletBalanceResponse {
  @ApiProperty({ type: WalletBalanceDto })
  agent_wallet_balance: WalletBalanceDto;
}

@ApiSchema({ name: 'FaucetResult', description: 'Result of a faucet request: empty, or a message.' })
export class FaucetResultDto {
  @ApiText({
    description: 'Note on the request, for people.',
    example: 'The grant was requested; its result is not known yet.',
    required: false,
  })
  message?: string;
}

@ApiSchema({ name: 'FaucetGrant', description: 'Request for test tokens.' })
export class FaucetGrantDto extends WalletHolderDto {
  @ApiEnum(['usdc'], { description: 'Requested token. Gas is included.', example: 'usdc' })
  token: string;

  @ApiEnum(['requested'], { description: 'Status, always `requested`.', example: 'requested' })
  status: string;

  @ApiProperty({ type: FaucetResultDto, description: 'Result of the request: empty, or a message.', example: {} })
  result: FaucetResultDto;
}

export class FaucetGrantResponse {
  @ApiProperty({ type: FaucetGrantDto })
  agent_wallet_faucet: FaucetGrantDto;
}
