import type { TermsChange, WalletRegistration } from '@app/agents';
import { ACTIONS, type Action, WALLET_PROVIDER } from '@app/common';
import { address, arrayOf, Field, NullableField, object, OptionalField, oneOf, text } from '../../http/index.js';
import { agentId, amount } from './field-types.js';

const WALLET_STATUSES = ['active', 'disabled'] as const;

/** A mistyped cap must not mean none, so unknown keys are refused where this is used. */
export class PolicyMetadataBody {
  @NullableField(amount({ positive: false })) max_trade_amount: string | null | undefined;
}

export class RegisterWalletBody {
  @Field(agentId(), { code: 'agent_id_invalid' }) agent_id: string;
  @Field(oneOf([WALLET_PROVIDER] as const)) wallet_provider: typeof WALLET_PROVIDER;
  @Field(arrayOf(oneOf(ACTIONS), { min: 1 })) allowed_actions: Action[];
  @OptionalField(address()) user_wallet: string | undefined;
  @OptionalField(text({ max: 200 })) chain: string | undefined;
  @OptionalField(oneOf(WALLET_STATUSES)) status: 'active' | 'disabled' | undefined;
  @OptionalField(object(PolicyMetadataBody, { unknownFields: 'refused' })) policy_metadata:
    PolicyMetadataBody | undefined;
  @OptionalField(text({ max: 200 })) source_client: string | undefined;
  @OptionalField(address()) agent_wallet_address: string | undefined;
}

/** What the owner is asked to agree to. */
export class WalletUpdateBody {
  @OptionalField(arrayOf(oneOf(ACTIONS), { min: 1 })) allowed_actions: Action[] | undefined;
  @OptionalField(object(PolicyMetadataBody, { unknownFields: 'refused' })) policy_metadata:
    PolicyMetadataBody | undefined;
  @OptionalField(oneOf(WALLET_STATUSES)) status: 'active' | 'disabled' | undefined;
}

export function toWalletRegistration(body: RegisterWalletBody): WalletRegistration {
  return {
    ...toTermsChange(body),
    agentId: body.agent_id,
    allowedActions: distinct(body.allowed_actions),
    chain: body.chain,
    userWallet: body.user_wallet,
    sourceClient: body.source_client,
    agentWalletAddress: body.agent_wallet_address,
  };
}

export function toTermsChange(body: WalletUpdateBody): TermsChange {
  return {
    allowedActions: body.allowed_actions === undefined ? undefined : distinct(body.allowed_actions),
    maxTradeAmount: body.policy_metadata?.max_trade_amount,
    status: body.status,
  };
}

function distinct(actions: readonly Action[]): Action[] {
  return [...new Set(actions)];
}
