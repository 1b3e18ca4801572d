import type { OnboardingStart } from '@app/agents';
import { address, Field, object, OptionalField, text } from '../../http/index.js';
import { agentId, emailAddress, passcode } from './field-types.js';
import { toTermsChange, WalletUpdateBody } from './wallet.body.js';

export class StartOnboardingBody {
  @Field(agentId(), { code: 'agent_id_invalid' }) agent_id: string;
  @Field(emailAddress()) user_email: string;
  @OptionalField(address(), { fallback: null }) user_wallet: string | null;
  @OptionalField(text({ max: 200 }), { fallback: null }) source_client: string | null;
  @OptionalField(text({ max: 200 }), { fallback: null }) channel: string | null;
  @OptionalField(object(WalletUpdateBody)) wallet_update: WalletUpdateBody | undefined;
}

export class VerifyOnboardingBody {
  @Field(text({ max: 200 })) onboarding_id: string;
  @Field(passcode()) otp: string;
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
