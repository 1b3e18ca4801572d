import { ApiSchema } from '@nestjs/swagger';
import { Equals } from 'class-validator';
import { WALLET_STATUSES, type WalletPolicyUpdate, type WalletRegistration, type WalletStatus } from '@app/agents';
import { ACTION_NAMES, type Action, EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import { requestField } from '../http/validation/field.js';
import {
  AddressField,
  DecimalString,
  Flag,
  ListOf,
  Nested,
  OneOf,
  Text,
  Timestamp,
} from '../http/validation/fields.js';
import { AgentId } from './agent-id.decorator.js';
import { RefusesPolicyKeys } from './policy-keys.js';

const POLICY_SCHEMA = {
  name: 'PolicyMetadataBody',
  description: 'Limits of a wallet. Unknown keys are rejected, so that a misspelled limit is not left out.',
  additionalProperties: false,
};

@ApiSchema(POLICY_SCHEMA)
export class PolicyMetadataDto {
  @DecimalString({
    description: 'Maximum stake of one buy, display units. Null removes the limit; "0" blocks buys.',
    example: '100',
    optional: true,
    nullable: true,
  })
  max_trade_amount: string | null | undefined;

  @DecimalString({
    description: 'Maximum stake of the buys within 24 hours, display units. Null removes the limit; "0" blocks buys.',
    example: '500',
    optional: true,
    nullable: true,
  })
  daily_limit: string | null | undefined;

  @DecimalString({
    description: 'Maximum stake in one market, display units. Null removes the limit; "0" blocks buys.',
    example: '200',
    optional: true,
    nullable: true,
  })
  market_limit: string | null | undefined;

  @DecimalString({
    description:
      'Maximum stake in markets that are neither resolved nor cancelled, display units. Null removes the limit; "0" blocks buys.',
    example: '1000',
    optional: true,
    nullable: true,
  })
  open_exposure_limit: string | null | undefined;

  @DecimalString({
    description:
      'Stake above which the owner approves each buy by passcode, display units. Null removes it; "0" demands an approval of every buy.',
    example: '250',
    optional: true,
    nullable: true,
  })
  approval_above: string | null | undefined;

  @Flag({
    description:
      'Whether payouts and refunds are claimed automatically, once a resolution or cancellation has its confirmations. No owner needs to agree: the money stays in the wallet.',
    example: true,
    optional: true,
  })
  auto_claim: boolean | undefined;

  @DecimalString({
    description:
      'Maximum stake over the life of the agent, display units. Once it is used up, the wallet creates no market either. Null removes the limit; "0" blocks both.',
    example: '5000',
    optional: true,
    nullable: true,
  })
  total_limit: string | null | undefined;

  @Timestamp({
    description: 'Time from which the wallet creates no market and buys nothing. Exits stay possible. Null removes it.',
    example: '2027-01-01T00:00:00Z',
    optional: true,
    nullable: true,
  })
  valid_until: Date | null | undefined;
}

@RefusesPolicyKeys('policy_metadata')
@ApiSchema({ name: 'WalletUpdateBody', description: 'Change of a wallet that the owner approves.' })
export class WalletUpdateDto {
  @ListOf(ACTION_NAMES, { description: 'Actions that the wallet may execute.', optional: true })
  allowed_actions: Action[] | undefined;

  @Nested(PolicyMetadataDto, { description: 'Limits of the wallet.', optional: true, unknown: 'refused' })
  policy_metadata: PolicyMetadataDto | undefined;

  @OneOf(WALLET_STATUSES, { description: 'Status of the wallet. A disabled wallet executes nothing.', optional: true })
  status: WalletStatus | undefined;

  @UnfreezeField()
  frozen: false | undefined;
}

@RefusesPolicyKeys('policy_metadata')
@ApiSchema({ name: 'RegisterWalletBody', description: 'Registration of an agent’s wallet.' })
export class RegisterWalletDto {
  @AgentId()
  agent_id: string;

  @OneOf([WALLET_PROVIDER], { description: 'Provider that holds the key.', example: WALLET_PROVIDER })
  wallet_provider: typeof WALLET_PROVIDER;

  @ListOf(ACTION_NAMES, {
    description: 'Actions that the wallet may execute.',
    example: ['buy_yes', 'buy_no', 'claim_payout', 'claim_refund'],
  })
  allowed_actions: Action[];

  @AddressField({
    description: 'Address of the owner’s personal wallet, for information only.',
    example: EXAMPLE.userWallet,
    optional: true,
  })
  user_wallet: string | undefined;

  @Text(200, {
    description: 'Network of the wallet. Defaults to `CHAIN-TESTNET`, the only network that executes.',
    example: EXECUTION_CHAIN,
    optional: true,
  })
  chain: string | undefined;

  @OneOf(WALLET_STATUSES, { description: 'Status of the wallet. A disabled wallet executes nothing.', optional: true })
  status: WalletStatus | undefined;

  @Nested(PolicyMetadataDto, {
    description: 'Limits of the wallet.',
    example: { max_trade_amount: '100' },
    optional: true,
    unknown: 'refused',
  })
  policy_metadata: PolicyMetadataDto | undefined;

  @Text(200, { description: 'Name of the client program.', example: 'cli', optional: true })
  source_client: string | undefined;

  @AddressField({
    description: 'Address of an existing wallet. If omitted, the provider creates a wallet.',
    optional: true,
  })
  agent_wallet_address: string | undefined;
}

export function toWalletRegistration(body: RegisterWalletDto): WalletRegistration {
  return {
    ...toWalletPolicyUpdate(body),
    agentId: body.agent_id,
    allowedActions: distinct(body.allowed_actions),
    chain: body.chain,
    userWallet: body.user_wallet,
    sourceClient: body.source_client,
    agentWalletAddress: body.agent_wallet_address,
  };
}

type PolicyFields = Omit<WalletUpdateDto, 'frozen'> & { frozen?: WalletUpdateDto['frozen'] };

export function toWalletPolicyUpdate(body: PolicyFields): WalletPolicyUpdate {
  const limits = body.policy_metadata;
  return {
    allowedActions: body.allowed_actions === undefined ? undefined : distinct(body.allowed_actions),
    maxTradeAmount: limits?.max_trade_amount,
    dailyLimit: limits?.daily_limit,
    marketLimit: limits?.market_limit,
    openExposureLimit: limits?.open_exposure_limit,
    approvalAbove: limits?.approval_above,
    autoClaim: limits?.auto_claim,
    totalLimit: limits?.total_limit,
    validUntil: limits?.valid_until,
    status: body.status,
    frozen: body.frozen,
  };
}

function distinct(actions: readonly Action[]): Action[] {
  return [...new Set(actions)];
}

function UnfreezeField(): PropertyDecorator {
  const description = 'Unfreezes the wallet. Only `false`: `POST /agent/wallets/{agent_id}/freeze` freezes it.';
  return requestField(
    { description, example: false, optional: true },
    { schema: { type: 'boolean', enum: [false] }, rules: [Equals(false, { message: '$property must be false' })] },
  );
}
