export * from './agent-id.js';
export * from './agents.module.js';
export * from './delete-abandoned.js';
export * from './entities.js';
export * from './activity/activity.js';
export * from './activity/activity.repository.js';
export * from './approvals/approvals.service.js';
export * from './budgets/budget.js';
export * from './budgets/budgets.service.js';
export * from './budgets/account-limits.js';
export * from './executions/execution.js';
export * from './executions/execution.entity.js';
export * from './executions/execution-step.js';
export * from './executions/execution-engine.js';
export * from './executions/executions.repository.js';
export * from './executions/executions.service.js';
export * from './executions/failure-reason.js';
export * from './executions/read-models.js';
export * from './executions/stored-controls.js';
export * from './intents/check.js';
export * from './intents/execution-preview.js';
export * from './intents/intent.js';
export * from './intents/intent.entity.js';
export * from './intents/intent-fields.js';
export * from './intents/intent-plan.js';
export * from './intents/intent-preview.js';
export { requestHashOf } from './intents/intent-rules.js';
export * from './intents/intent-transitions.js';
export * from './intents/intent-writes.repository.js';
export * from './intents/intents.repository.js';
export * from './intents/intents.service.js';
export * from './intents/market-reader.js';
export * from './lanes/bump-lane.js';
export * from './onboarding/email-address.js';
export * from './onboarding/onboarding.js';
export * from './onboarding/onboarding.entity.js';
export * from './onboarding/onboarding.service.js';
export * from './onboarding/onboarding-verification.service.js';
export * from './onboarding/onboardings.repository.js';
export * from './onboarding/passcode.js';
export * from './onboarding/sessions.service.js';
export * from './owners.repository.js';
export * from './portfolio/portfolio.js';
export * from './portfolio/portfolio.service.js';
export * from './wallets/agent-wallet.entity.js';
export * from './wallets/policy-wallet.js';
export * from './wallets/wallet-policy.js';
export * from './wallets/wallet-registration.service.js';
export * from './wallets/wallet-repairs.js';
export * from './wallets/wallet-tasks.js';
export {
  updatePolicy,
  WALLET_LIMITS,
  type WalletPolicy,
  type WalletPolicyUpdate,
} from './wallets/wallet-policy-update.js';
export * from './wallets/wallets.repository.js';
export * from './wallets/wallets.service.js';
