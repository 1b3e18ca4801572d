import type { OnboardingStart } from '@app/agents';
import { address, Field, object, OptionalField, text } from '../../http/index.js';
import { EXAMPLE } from '../../openapi/examples.js';
import { agentId, emailAddress, passcode } from './field-types.js';
import { toTermsChange, WalletUpdateBody } from './wallet.body.js';

export class StartOnboardingBody {
  @Field(agentId(), { code: 'agent_id_invalid', doc: 'The agent that is onboarded.', example: EXAMPLE.agentId })
  agent_id: string;

  @Field(emailAddress(), { doc: 'Where the passcode goes. Reads show it masked.', example: 'carol@example.com' })
  user_email: string;

  @OptionalField(address(), {
    fallback: null,
    doc: 'The owner’s own wallet, for information.',
    example: EXAMPLE.userWallet,
  })
  user_wallet: string | null;

  @OptionalField(text({ max: 200 }), { fallback: null, doc: 'The program that asks.', example: 'cli' })
  source_client: string | null;

  @OptionalField(text({ max: 200 }), { fallback: null, doc: 'How the owner is talked to.' })
  channel: string | null;

  @OptionalField(object(WalletUpdateBody), {
    doc: 'What the wallet shall be allowed from now on. The e-mail states it, and verifying applies exactly it: the way to loosen a wallet.',
  })
  wallet_update: WalletUpdateBody | undefined;
}

export class VerifyOnboardingBody {
  @Field(text({ max: 200 }), { doc: 'What `start` answered.', example: EXAMPLE.onboardingId })
  onboarding_id: string;

  @Field(passcode(), {
    doc: 'The passcode of the e-mail: six digits, valid ten minutes, five attempts.',
    example: '482913',
  })
  otp: string;
}

export function toOnboardingStart(body: StartOnboardingBody): OnboardingStart {
  const update = body.wallet_update === undefined ? {} : toTermsChange(body.wallet_update);
  const changesSomething = Object.values(update).some((value) => value !== undefined);
  return {
    agentId: body.agent_id,
    userEmail: body.user_email,
    userWallet: body.user_wallet,
    sourceClient: body.source_client,
    channel: body.channel,
    walletUpdate: changesSomething ? update : null,
  };
}
