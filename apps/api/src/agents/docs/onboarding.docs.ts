import type { OperationDescription } from '../../openapi/describe.decorator.js';
import * as wire from '../../openapi/wire/index.js';
import { ONBOARDING, SESSION } from '../presenters/onboarding.shape.js';
import { WALLET } from '../presenters/wallet.shape.js';

export const ONBOARDING_DOCS = {
  start: {
    id: 'startOnboarding',
    tag: 'Onboarding',
    summary: 'Send the owner a passcode',
    details:
      'Sends a six-digit passcode to the mailbox; a new start voids the one before. Five starts an hour for an agent and for a mailbox.\n\nOnce an agent has verified a mailbox, `wallet_update` is the way to loosen its wallet: the e-mail states it, and verifying applies exactly it.',
    answers: {
      201: {
        what: 'The onboarding; the passcode is on its way.',
        shape: wire.object({
          onboarding: ONBOARDING,
          next_step: wire.oneOf(['otp_required'], 'What comes next.'),
          expires_at: wire.timestamp('Until when the passcode is taken.', '2026-06-01T09:10:00.000Z'),
        }),
      },
    },
    failures: ['agent_onboarding_invalid', 'rate_limited'],
  },
  verify: {
    id: 'verifyOnboarding',
    tag: 'Onboarding',
    summary: 'Pass the passcode on',
    details:
      'Gives the agent a wallet that can execute at once, and a session. A wallet that it has keeps its address, actions, cap and status, but for what `wallet_update` said. The passcode is used up only when all of it has worked.',
    answers: {
      200: {
        what: 'The agent is ready.',
        shape: wire.object({
          onboarding: wire.amended(ONBOARDING, { status: 'verified' }),
          agent_wallet: WALLET,
          agent_session: SESSION,
          next_step: wire.oneOf(['ready'], 'Nothing is left to do.'),
        }),
      },
    },
    failures: [
      'agent_onboarding_invalid',
      'agent_onboarding_not_found',
      'agent_wallet_provisioning_failed',
      'agent_execution_config_invalid',
    ],
  },
  read: {
    id: 'getOnboarding',
    tag: 'Onboarding',
    summary: 'Read an onboarding',
    answers: { 200: { what: 'The onboarding.', shape: wire.object({ onboarding: ONBOARDING }) } },
    failures: ['agent_onboarding_not_found'],
  },
  readSession: {
    id: 'getSession',
    tag: 'Onboarding',
    summary: 'Read an agent’s active session',
    answers: { 200: { what: 'The session.', shape: wire.object({ agent_session: SESSION }) } },
    failures: ['agent_session_not_found'],
  },
} as const satisfies Record<string, OperationDescription>;
