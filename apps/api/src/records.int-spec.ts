// One file for these suites: loading the modules takes longer than most of them.
import './candles/candles.suite-spec.js';
import './markets/indexed-rows.suite-spec.js';
import './markets/untrusted-texts.suite-spec.js';
import './quotes/quotes.suite-spec.js';
import './failing-statements.suite-spec.js';
import './missing-replica.suite-spec.js';
import './rate-limit/rate-limit.suite-spec.js';
import './runtime-switches.suite-spec.js';
import './auth/api-keys.suite-spec.js';
import './auth/access-matrix.suite-spec.js';
import './auth/cross-account.suite-spec.js';
