import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { isEmailAddress } from '@app/agents';
import { ACTION_NAMES, EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiEnum, ApiPrefixedId, ApiText, ApiTimestamp, ApiWarnings } from '../docs/properties.js';
import { requestField } from '../http/validation/field.js';
import { AddressField, Nested, Text } from '../http/validation/fields.js';
import { Satisfies } from '../http/validation/rules.js';
import { AgentId } from '../wallets/agent-id.decorator.js';
import { RefusesPolicyKeys } from '../wallets/policy-keys.js';
import { WalletUpdateDto } from '../wallets/register-wallet.dto.js';
import { WalletDto } from '../wallets/wallet.dto.js';
import { PasscodeField } from './passcode-field.decorator.js';

const EXPIRES_AT = '2026-06-01T09:10:00.000Z';

@RefusesPolicyKeys('wallet_update.policy_metadata')
@ApiSchema({ name: 'StartOnboardingBody', description: 'Agent and mailbox of its owner.' })
export class StartOnboardingDto {
  @AgentId()
  agent_id: string;

  @EmailField()
  user_email: string;

  @AddressField({ description: 'Address of the owner’s personal wallet.', example: EXAMPLE.userWallet, default: null })
  user_wallet: string | null;

  @Text(200, { description: 'Name of the client.', example: 'cli', default: null })
  source_client: string | null;

  @Text(200, { description: 'Channel used to contact the owner.', default: null })
  channel: string | null;

  @Nested(WalletUpdateDto, {
    description:
      'Change of the wallet, which may loosen its limits. The e-mail states the change, and verification applies exactly that change.',
    optional: true,
  })
  wallet_update: WalletUpdateDto | undefined;
}

@ApiSchema({ name: 'VerifyOnboardingBody', description: 'Onboarding and passcode.' })
export class VerifyOnboardingDto {
  @Text(200, { description: 'Id of the onboarding.', example: EXAMPLE.onboardingId })
  onboarding_id: string;

  @PasscodeField()
  otp: string;
}

@ApiSchema({ name: 'Onboarding', description: 'Onboarding of an agent.' })
export class OnboardingDto {
  @ApiPrefixedId('agent_onboarding', { description: 'Id of the onboarding.', example: EXAMPLE.onboardingId })
  onboarding_id: string;

  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiText({
    description: 'E-mail address of the owner, masked because reads are public.',
    example: 'c***@e***.com',
  })
  user_email: string;

  @ApiAddress({
    description: 'Address of the owner’s personal wallet.',
    null: 'if not given',
    example: EXAMPLE.userWallet,
  })
  user_wallet: string | null;

  @ApiText({ description: 'Name of the client.', null: 'if not given', example: 'cli' })
  source_client: string | null;

  @ApiText({ description: 'Channel used to contact the owner. Null if not given.', example: null })
  channel: string | null;

  @ApiText({ description: 'Network of the wallet.', example: EXECUTION_CHAIN })
  chain: string;

  @ApiText({ description: 'Custody of the key.', example: WALLET_PROVIDER })
  wallet_provider: string;

  @ApiEnum(['pending_otp', 'verified', 'expired', 'locked'], {
    description: 'Status of the onboarding. `locked` after five wrong passcodes.',
    example: 'pending_otp',
  })
  status: string;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.createdAt })
  updated_at: string;

  @ApiTimestamp({ description: 'Expiration time of the passcode.', example: EXPIRES_AT })
  expires_at: string;
}

@ApiSchema({ name: 'SessionMetadata', description: 'Client and channel of the onboarding.' })
export class SessionMetadataDto {
  @ApiText({ description: 'Name of the client.', null: 'if not given', example: 'cli' })
  source_client: string | null;

  @ApiText({ description: 'Channel used to contact the owner. Null if not given.', example: null })
  channel: string | null;
}

@ApiSchema({ name: 'Session', description: 'Record of a verified onboarding. It grants no access.' })
export class SessionDto {
  @ApiPrefixedId('agent_session', { description: 'Id of the session.', example: EXAMPLE.sessionId })
  session_id: string;

  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiPrefixedId('agent_onboarding', {
    description: 'Id of the onboarding. Absent if reads require an API key (`AUTH_READS=account`).',
    example: EXAMPLE.onboardingId,
    required: false,
  })
  onboarding_id?: string;

  @ApiText({ description: 'E-mail address of the owner, masked.', example: 'c***@e***.com' })
  user_email: string;

  @ApiAddress({
    description: 'Address of the owner’s personal wallet.',
    null: 'if unknown',
    example: EXAMPLE.userWallet,
  })
  user_wallet: string | null;

  @ApiAddress({
    description: 'Address of the agent’s wallet.',
    null: 'until the provider has created it',
    example: EXAMPLE.agentWallet,
  })
  agent_wallet_address: string | null;

  @ApiText({ description: 'Provider that holds the key.', example: WALLET_PROVIDER })
  wallet_provider: string;

  @ApiText({ description: 'Network of the wallet.', example: EXECUTION_CHAIN })
  chain: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...ACTION_NAMES] },
    description: 'Actions that the wallet may execute.',
    example: ['buy_yes', 'buy_no', 'claim_payout', 'claim_refund'],
  })
  allowed_actions: readonly string[];

  @ApiProperty({ type: [String], description: 'Channels used to contact the owner.', example: [] })
  allowed_channels: readonly string[];

  @ApiProperty({ type: SessionMetadataDto })
  session_metadata: SessionMetadataDto;

  @ApiEnum(['active', 'expired'], { description: 'Status of the session.', example: 'active' })
  status: string;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.updatedAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.updatedAt })
  updated_at: string;

  @ApiTimestamp({ description: 'Expiration time of the session.', example: '2026-07-01T09:00:02.417Z' })
  expires_at: string;
}

export class OnboardingResponse {
  @ApiProperty({ type: OnboardingDto })
  onboarding: OnboardingDto;
}

export class OnboardingStartedResponse extends OnboardingResponse {
  @ApiEnum(['otp_required'], { description: 'Next step, always `otp_required`.', example: 'otp_required' })
  next_step: 'otp_required';

  @ApiWarnings()
  warnings: readonly string[];

  @ApiTimestamp({ description: 'Expiration time of the passcode.', example: EXPIRES_AT })
  expires_at: string;
}

export class OnboardingVerifiedResponse extends OnboardingResponse {
  @ApiProperty({ type: WalletDto })
  agent_wallet: WalletDto;

  @ApiProperty({ type: SessionDto })
  agent_session: SessionDto;

  @ApiEnum(['ready'], { description: 'Next step, always `ready`: the agent can act.', example: 'ready' })
  next_step: 'ready';

  @ApiWarnings()
  warnings: readonly string[];
}

export class SessionResponse {
  @ApiProperty({ type: SessionDto })
  agent_session: SessionDto;
}

function EmailField(): PropertyDecorator {
  return requestField(
    {
      description: 'E-mail address of the owner, to which the passcode is sent. Responses contain it masked.',
      example: 'carol@example.com',
    },
    {
      schema: { type: 'string', format: 'email', maxLength: 254 },
      rules: [
        Satisfies(
          'isEmailAddress',
          (value) => typeof value === 'string' && isEmailAddress(value),
          'must be an e-mail address',
        ),
      ],
    },
  );
}
