import type { OperationDescription } from '../../openapi/describe.decorator.js';
import * as wire from '../../openapi/wire/index.js';
import { BALANCE, FAUCET_GRANT, WALLET } from '../presenters/wallet.shape.js';

const ONE_WALLET = wire.object({ agent_wallet: WALLET });

export const WALLETS_DOCS = {
  register: {
    id: 'registerWallet',
    tag: 'Agent wallets',
    summary: 'Register a wallet, or change what it may do',
    details:
      'Without `agent_wallet_address` the provider makes the wallet. Sent again it changes the wallet; optional fields that are left out keep their value.\n\nOnce the owner has verified a mailbox, this may only tighten: fewer actions, a lower cap, `disabled`.',
    answers: {
      200: { what: 'The wallet as it is now.', shape: ONE_WALLET },
      201: { what: 'The new wallet. Its address is null while the provider takes its time.', shape: ONE_WALLET },
    },
    failures: [
      'agent_wallet_invalid',
      'agent_policy_violation',
      'agent_wallet_provisioning_failed',
      'agent_execution_config_invalid',
    ],
  },
  read: {
    id: 'getWallet',
    tag: 'Agent wallets',
    summary: 'Read an agent’s wallet',
    answers: { 200: { what: 'The wallet.', shape: ONE_WALLET } },
    failures: ['agent_wallet_not_found'],
  },
  disable: {
    id: 'disableWallet',
    tag: 'Agent wallets',
    summary: 'Disable a wallet',
    details:
      'It executes nothing from now on. Repeating it is fine. A body, if there is one, must be JSON and is ignored.',
    answers: {
      200: {
        what: 'The disabled wallet.',
        shape: wire.object({ agent_wallet: wire.amended(WALLET, { status: 'disabled' }) }),
      },
    },
    failures: ['agent_wallet_not_found'],
  },
  readBalance: {
    id: 'getWalletBalance',
    tag: 'Agent wallets',
    summary: 'Read what a wallet holds',
    details: 'What the wallet provider says; works on a disabled wallet too.',
    answers: { 200: { what: 'The balance.', shape: wire.object({ agent_wallet_balance: BALANCE }) } },
    failures: [
      'agent_wallet_not_found',
      'agent_wallet_chain_invalid',
      'agent_wallet_status_invalid',
      'provider_agent_wallet_balance_not_configured',
      'provider_agent_wallet_balance_failed',
    ],
  },
  requestFaucet: {
    id: 'requestFaucet',
    tag: 'Agent wallets',
    summary: 'Ask for test tokens',
    details:
      'Once in a cooldown for the agent and for its address. A body, if there is one, must be JSON and is ignored.',
    answers: {
      200: {
        what: 'The request was made.',
        shape: wire.object({ agent_wallet_faucet: wire.amended(FAUCET_GRANT, { result: {} }) }),
      },
    },
    failures: [
      'agent_wallet_not_found',
      'agent_wallet_status_invalid',
      'agent_wallet_chain_invalid',
      'rate_limited',
      'provider_agent_wallet_faucet_not_configured',
      'provider_agent_wallet_faucet_failed',
    ],
  },
} as const satisfies Record<string, OperationDescription>;
