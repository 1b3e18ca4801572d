import type { TermsChange, WalletRegistration } from '@app/agents';
import { ACTIONS, type Action, EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { address, arrayOf, Field, NullableField, object, OptionalField, oneOf, text } from '../../http/index.js';
import { EXAMPLE } from '../../openapi/examples.js';
import { agentId, amount } from './field-types.js';

const WALLET_STATUSES = ['active', 'disabled'] as const;

/** A mistyped cap must not mean none, so unknown keys are refused where this is used. */
export class PolicyMetadataBody {
  @NullableField(amount({ positive: false }), {
    doc: 'The most that one buy may spend, display units. Null takes the cap away, "0" blocks buys.',
    example: '100',
  })
  max_trade_amount: string | null | undefined;
}

export class RegisterWalletBody {
  @Field(agentId(), { code: 'agent_id_invalid', doc: 'Whose wallet it is.', example: EXAMPLE.agentId })
  agent_id: string;

  @Field(oneOf([WALLET_PROVIDER] as const), { doc: 'Who holds the key.', example: WALLET_PROVIDER })
  wallet_provider: typeof WALLET_PROVIDER;

  @Field(arrayOf(oneOf(ACTIONS), { min: 1 }), {
    doc: 'The actions that the wallet may execute.',
    example: ['buy_yes', 'buy_no', 'claim_payout', 'claim_refund'],
  })
  allowed_actions: Action[];

  @OptionalField(address(), { doc: 'The owner’s own wallet, for information.', example: EXAMPLE.userWallet })
  user_wallet: string | undefined;

  @OptionalField(text({ max: 200 }), {
    doc: 'The network; `CHAIN-TESTNET` by default, and the only one that executes.',
    example: EXECUTION_CHAIN,
  })
  chain: string | undefined;

  @OptionalField(oneOf(WALLET_STATUSES), { doc: 'A disabled wallet executes nothing.' })
  status: 'active' | 'disabled' | undefined;

  @OptionalField(object(PolicyMetadataBody, { unknownFields: 'refused' }), {
    doc: 'Limits. An unknown key is refused, since a mistyped cap must not mean none.',
    example: { max_trade_amount: '100' },
  })
  policy_metadata: PolicyMetadataBody | undefined;

  @OptionalField(text({ max: 200 }), { doc: 'The program that asks.', example: 'cli' })
  source_client: string | undefined;

  @OptionalField(address(), { doc: 'An address that the agent has already; without it the provider makes one.' })
  agent_wallet_address: string | undefined;
}

/** What the owner is asked to agree to. */
export class WalletUpdateBody {
  @OptionalField(arrayOf(oneOf(ACTIONS), { min: 1 }), { doc: 'The actions that the wallet may execute.' })
  allowed_actions: Action[] | undefined;

  @OptionalField(object(PolicyMetadataBody, { unknownFields: 'refused' }), { doc: 'Limits.' })
  policy_metadata: PolicyMetadataBody | undefined;

  @OptionalField(oneOf(WALLET_STATUSES), { doc: 'A disabled wallet executes nothing.' })
  status: 'active' | 'disabled' | undefined;
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
