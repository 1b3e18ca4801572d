import { AccountEntity } from './accounts/account.entity.js';
import { ApiKeyEntity } from './accounts/api-key.entity.js';
import { AccountLimitsEntity } from './budgets/account-limits.entity.js';
import { LaneEntity } from './lanes/lane.entity.js';
import { OnboardingEntity } from './onboarding/onboarding.entity.js';
import { SessionEntity } from './onboarding/session.entity.js';
import { AgentWalletEntity } from './wallets/agent-wallet.entity.js';
import { FaucetGrantEntity } from './wallets/faucet-grant.entity.js';

/** Tables of accounts and of the agent surface. */
export const AGENT_ENTITIES = [
  AccountEntity,
  AccountLimitsEntity,
  AgentWalletEntity,
  ApiKeyEntity,
  FaucetGrantEntity,
  LaneEntity,
  OnboardingEntity,
  SessionEntity,
] as const;
