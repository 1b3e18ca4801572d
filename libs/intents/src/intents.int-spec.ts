// One file for these suites: loading the modules takes longer than most of them.
import './activity/query-plans.int-spec.js';
import './executions/acceptance.service.int-spec.js';
import './executions/accept-execution.int-spec.js';
import './executions/budgets.int-spec.js';
import './executions/cancel-intent.int-spec.js';
import './executions/freeze-wallet.int-spec.js';
import './executions/joined-budgets.int-spec.js';
import './intents/intent-writes.repository.int-spec.js';
import './intents/execution-preview.int-spec.js';
import './intents/read-snapshot.int-spec.js';
