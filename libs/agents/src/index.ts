export * from './accounts/account.entity.js';
export * from './accounts/accounts.repository.js';
export * from './accounts/api-key.js';
export * from './accounts/api-key.entity.js';
export * from './accounts/api-keys.repository.js';
export * from './accounts/api-keys.service.js';
export * from './agent-id.js';
export * from './agents.module.js';
export * from './budgets/budget.js';
export { selectBudgets } from './budgets/budget-columns.js';
export * from './budgets/budgets.service.js';
export * from './budgets/account-limits.js';
export * from './lanes/mark-lane-changed.js';
export * from './onboarding/delete-unverified-onboardings.js';
export * from './onboarding/email-address.js';
export * from './onboarding/onboarding.js';
export * from './onboarding/onboarding.entity.js';
export * from './onboarding/onboarding.service.js';
export * from './onboarding/onboarding-verification.service.js';
export * from './onboarding/onboardings.repository.js';
export * from './onboarding/passcode.js';
export * from './onboarding/sessions.service.js';
export { lockStarts } from './onboarding/start-limits.js';
export * from './owners.repository.js';
export * from './portfolio/portfolio.js';
export * from './portfolio/portfolio.service.js';
export * from './wallets/agent-wallet.entity.js';
export * from './wallets/policy-wallet.js';
export * from './wallets/wallet-policy.js';
export * from './wallets/wallet-registration.service.js';
export * from './wallets/wallet-repairs.js';
export {
  updatePolicy,
  WALLET_LIMITS,
  type WalletPolicy,
  type WalletPolicyUpdate,
} from './wallets/wallet-policy-update.js';
export * from './wallets/wallets.repository.js';
export * from './wallets/wallets.service.js';
