import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Action, ACTIONS, EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiDecimal, ApiEnum, ApiText, ApiTimestamp, ApiUuid } from '../docs/properties.js';
import { AgentIdField } from '../http/agent-id.decorator.js';
import { AddressField, DecimalString, ListOf, Nested, OneOf, Text } from '../http/validation/fields.js';

const STATUSES = ['active', 'disabled'] as const;
const SOME_ACTIONS = ['buy_yes', 'buy_no', 'claim_payout', 'claim_refund'];

@ApiSchema({ name: 'PolicyMetadataBody', description: 'Limits of the wallet.' })
export class PolicyMetadataDto {
  @DecimalString({
    description: 'Maximum stake of one buy, display units. Null removes the maximum, `0` blocks buys.',
    example: '100',
    optional: true,
    nullable: true,
  })
  max_trade_amount: string | null | undefined;
}

@ApiSchema({ name: 'RegisterWalletBody', description: 'Wallet of an agent, and its limits.' })
export class RegisterWalletDto {
  @AgentIdField({ description: 'Id of the agent that owns the wallet.' })
  agent_id: string;

  @OneOf([WALLET_PROVIDER], { description: 'Custody of the key.', example: WALLET_PROVIDER })
  wallet_provider: typeof WALLET_PROVIDER;

  @ListOf(ACTIONS, { description: 'Actions that the wallet may execute.', example: SOME_ACTIONS })
  allowed_actions: Action[];

  @AddressField({ description: 'Address of the owner’s own wallet.', example: EXAMPLE.userWallet, optional: true })
  user_wallet: string | undefined;

  @Text(200, {
    description: 'Network of the wallet, `CHAIN-TESTNET` by default. Only that network executes.',
    example: EXECUTION_CHAIN,
    optional: true,
  })
  chain: string | undefined;

  @OneOf(STATUSES, { description: 'Status of the wallet. A disabled wallet does not execute.', optional: true })
  status: 'active' | 'disabled' | undefined;

  @Nested(PolicyMetadataDto, {
    description: 'Limits of the wallet. An unknown key is refused, so that a misspelled limit is not lost.',
    example: { max_trade_amount: '100' },
    optional: true,
    unknown: 'refused',
  })
  policy_metadata: PolicyMetadataDto | undefined;

  @Text(200, { description: 'Name of the client.', example: 'cli', optional: true })
  source_client: string | undefined;

  @AddressField({
    description: 'Existing address of the agent. Without it the provider creates one.',
    optional: true,
  })
  agent_wallet_address: string | undefined;
}

@ApiSchema({ name: 'WalletUpdateBody', description: 'Change of the wallet that the owner agrees to.' })
export class WalletUpdateDto {
  @ListOf(ACTIONS, { description: 'Actions that the wallet may execute.', example: SOME_ACTIONS, optional: true })
  allowed_actions: Action[] | undefined;

  @Nested(PolicyMetadataDto, { description: 'Limits of the wallet.', optional: true, unknown: 'refused' })
  policy_metadata: PolicyMetadataDto | undefined;

  @OneOf(STATUSES, { description: 'Status of the wallet. A disabled wallet does not execute.', optional: true })
  status: 'active' | 'disabled' | undefined;
}

@ApiSchema({ name: 'PolicyMetadata', description: 'Limits of the wallet.' })
export class PolicyDto {
  @ApiDecimal({
    description: 'Maximum stake of one buy, display units. Null for no maximum.',
    example: '100',
    nullable: true,
  })
  max_trade_amount: string | null;
}

@ApiSchema({ name: 'AgentWallet', description: 'Wallet of an agent, and its limits.' })
export class WalletDto {
  @ApiUuid({ description: 'Id of the wallet.', example: EXAMPLE.walletId })
  id: string;

  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiAddress({
    description: 'Address of the owner’s own wallet. Null if none was given.',
    example: EXAMPLE.userWallet,
    nullable: true,
  })
  user_wallet: string | null;

  @ApiAddress({
    description: 'Address of the wallet, which never changes. Null until the provider has created it.',
    example: EXAMPLE.agentWallet,
    nullable: true,
  })
  agent_wallet_address: string | null;

  @ApiText({ description: 'Custody of the key.', example: WALLET_PROVIDER })
  wallet_provider: string;

  @ApiText({ description: 'Network of the wallet. Only `CHAIN-TESTNET` executes.', example: EXECUTION_CHAIN })
  chain: string;

  @ApiProperty({
    enum: ACTIONS,
    isArray: true,
    description: 'Actions that the wallet may execute.',
    example: SOME_ACTIONS,
  })
  allowed_actions: readonly string[];

  @ApiEnum(STATUSES, { description: 'Status of the wallet. A disabled wallet does not execute.', example: 'active' })
  status: string;

  @ApiProperty({ type: PolicyDto })
  policy_metadata: PolicyDto;

  @ApiText({ description: 'Name of the client. Null if none was given.', example: 'cli', nullable: true })
  source_client: string | null;

  @ApiTimestamp({ description: 'Time of registration.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.createdAt })
  updated_at: string;
}

export class WalletResponse {
  @ApiProperty({ type: WalletDto })
  agent_wallet: WalletDto;
}
