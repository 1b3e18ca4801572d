// One file for these suites: loading the modules takes longer than most of them.
import './agent-error-messages.suite-spec.js';
import './budgets/budgets-and-approvals.suite-spec.js';
import './ignored-fields.suite-spec.js';
import './intents/create-intent.suite-spec.js';
import './intents/confirm-intent.suite-spec.js';
import './intents/execute-intent.suite-spec.js';
import './intents/intent-preview.suite-spec.js';
import './intents/list-intents.suite-spec.js';
import './onboarding/onboarding.suite-spec.js';
import './onboarding/onboarding-limits.suite-spec.js';
import './onboarding/onboarding-terms.suite-spec.js';
import './portfolio/portfolio-and-activity.suite-spec.js';
import './wallets/balance-and-faucet.suite-spec.js';
import './wallets/wallet-settings.suite-spec.js';
import './wallets/wallets.suite-spec.js';
