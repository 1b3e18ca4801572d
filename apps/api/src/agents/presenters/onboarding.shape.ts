import { EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';

export interface OnboardingBody {
  onboarding_id: string;
  agent_id: string;
  user_email: string;
  user_wallet: string | null;
  source_client: string | null;
  channel: string | null;
  chain: string;
  wallet_provider: string;
  status: string;
  created_at: string;
  updated_at: string;
  expires_at: string;
}

export interface SessionBody {
  session_id: string;
  agent_id: string;
  onboarding_id: string;
  status: string;
  created_at: string;
  updated_at: string;
  expires_at: string;
}

const EXPIRES_AT = '2026-06-01T09:10:00.000Z';

export const ONBOARDING = wire.named<OnboardingBody>('Onboarding', 'One start of an onboarding.', {
  onboarding_id: wire.prefixedId('agent_onboarding', 'Its id.', EXAMPLE.onboardingId),
  agent_id: wire.text('The agent.', EXAMPLE.agentId),
  user_email: wire.text('The owner’s mailbox, masked: reads are public.', 'c***@example.com'),
  user_wallet: wire.nullable(wire.address('The owner’s own wallet.', EXAMPLE.userWallet)),
  source_client: wire.nullable(wire.text('The program that asked.', 'cli')),
  channel: wire.nullable(wire.text('How the owner is talked to.', 'telegram'), null),
  chain: wire.text('The network of the wallet.', EXECUTION_CHAIN),
  wallet_provider: wire.text('Who holds the key.', WALLET_PROVIDER),
  status: wire.oneOf(
    ['pending_otp', 'verified', 'expired', 'locked'],
    'Where it stands; `locked` after five wrong passcodes.',
  ),
  created_at: wire.timestamp('When it was started.', EXAMPLE.createdAt),
  updated_at: wire.timestamp('When it last changed.', EXAMPLE.createdAt),
  expires_at: wire.timestamp('Until when the passcode is taken.', EXPIRES_AT),
});

export const SESSION = wire.named<SessionBody>(
  'Session',
  'What an agent gets for a completed onboarding. It opens nothing by itself.',
  {
    session_id: wire.prefixedId('agent_session', 'Its id.', EXAMPLE.sessionId),
    agent_id: wire.text('The agent.', EXAMPLE.agentId),
    onboarding_id: wire.prefixedId('agent_onboarding', 'The onboarding that made it.', EXAMPLE.onboardingId),
    status: wire.oneOf(['active', 'expired'], 'Whether it still counts.'),
    created_at: wire.timestamp('When it began.', EXAMPLE.updatedAt),
    updated_at: wire.timestamp('When it last changed.', EXAMPLE.updatedAt),
    expires_at: wire.timestamp('Until when it counts.', '2026-07-01T09:00:02.417Z'),
  },
);
