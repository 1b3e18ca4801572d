// One file for these suites: loading the modules takes longer than most of them.
import './agent-error-messages.int-spec.js';
import './budgets/budgets-and-approvals.int-spec.js';
import './ignored-fields.int-spec.js';
import './intents/actions.int-spec.js';
import './intents/create-intent.int-spec.js';
import './intents/confirm-intent.int-spec.js';
import './intents/execute-intent.int-spec.js';
import './intents/intent-preview.int-spec.js';
import './intents/list-intents.int-spec.js';
import './intents/repeat-intent.int-spec.js';
import './onboarding/onboarding.int-spec.js';
import './onboarding/onboarding-limits.int-spec.js';
import './onboarding/onboarding-terms.int-spec.js';
import './portfolio/portfolio-and-activity.int-spec.js';
import './wallets/balance-and-faucet.int-spec.js';
import './wallets/wallet-settings.int-spec.js';
import './wallets/wallets.int-spec.js';
