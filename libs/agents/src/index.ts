export * from './agents.module.js';
export * from './agents.settings.js';
export * from './activity/activity.service.js';
export * from './activity/domain/activity-item.js';
export * from './executions/domain/execution.js';
export * from './executions/domain/execution-engine.js';
export * from './executions/executions.service.js';
export * from './executions/persistence/execution-row.js';
export * from './executions/persistence/execution-statements.js';
export * from './identity/domain/agent-id.js';
export * from './intents/domain/intent.js';
export * from './intents/domain/intent-plan.js';
export { checkTiming } from './intents/domain/intent-rules.js';
export * from './intents/domain/intent-transitions.js';
export * from './intents/intents.service.js';
export * from './intents/persistence/intent-row.js';
export { findIntent, lockIntent } from './intents/persistence/intent-statements.js';
export * from './onboarding/domain/email-address.js';
export * from './onboarding/domain/onboarding.js';
export * from './onboarding/domain/passcode.js';
export * from './onboarding/onboarding.service.js';
export * from './onboarding/onboarding-verification.service.js';
export { findOnboarding } from './onboarding/persistence/onboarding-statements.js';
export * from './portfolio/domain/market-reader.js';
export * from './portfolio/domain/portfolio.js';
export * from './portfolio/portfolio.service.js';
export * from './sessions/domain/session.js';
export * from './sessions/sessions.service.js';
export * from './wallets/domain/agent-wallet.js';
export * from './wallets/domain/wallet-policy.js';
export * from './wallets/domain/wallet-tasks.js';
export type { TermsChange } from './wallets/domain/wallet-terms.js';
export * from './wallets/lane-signal.js';
export * from './wallets/persistence/wallet-row.js';
export {
  bindProvisionedWallet,
  findWalletById,
  type ProvisionedWallet,
  shareWalletOfIntent,
} from './wallets/persistence/wallet-statements.js';
export * from './wallets/wallet-registration.service.js';
export * from './wallets/wallets.service.js';
