import { AccountEntity } from './accounts/account.entity.js';
import { ApiKeyEntity } from './accounts/api-key.entity.js';
import { AccountLimitsEntity } from './budgets/account-limits.entity.js';
import { ExecutionEntity } from './executions/execution.entity.js';
import { IntentEntity } from './intents/intent.entity.js';
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
  ExecutionEntity,
  FaucetGrantEntity,
  IntentEntity,
  LaneEntity,
  OnboardingEntity,
  SessionEntity,
] as const;
