// One file for these suites: loading the modules takes longer than most of them.
import './acceptance/accept-execution.suite-spec.js';
import './acceptance/budgets.suite-spec.js';
import './acceptance/cancel-intent.suite-spec.js';
import './acceptance/freeze-wallet.suite-spec.js';
import './acceptance/joined-budgets.suite-spec.js';
import './acceptance/pg-execution-engine.suite-spec.js';
import './domain/carry-forward.suite-spec.js';
import './preview/engine-execution-preview.suite-spec.js';
import './preview/read-snapshot.suite-spec.js';
import './runner/check-seal.suite-spec.js';
import './runner/record-send.suite-spec.js';
import './runner/settle-by-evidence.suite-spec.js';
