// One file for these suites: loading the modules takes longer than most of them.
import './activity/query-plans.suite-spec.js';
import './executions/acceptance.service.suite-spec.js';
import './executions/accept-execution.suite-spec.js';
import './executions/budgets.suite-spec.js';
import './executions/cancel-intent.suite-spec.js';
import './executions/freeze-wallet.suite-spec.js';
import './executions/joined-budgets.suite-spec.js';
import './intents/intent-writes.repository.suite-spec.js';
import './intents/execution-preview.suite-spec.js';
import './intents/read-snapshot.suite-spec.js';
