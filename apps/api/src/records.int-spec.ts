// One file for these suites: loading the modules takes longer than most of them.
import './candles/candles.int-spec.js';
import './markets/indexed-rows.int-spec.js';
import './markets/untrusted-texts.int-spec.js';
import './quotes/quotes.int-spec.js';
import './resolutions/evidence.int-spec.js';
import './failing-statements.int-spec.js';
import './rate-limit/rate-limit.int-spec.js';
import './runtime-switches.int-spec.js';
import './auth/api-keys.int-spec.js';
import './auth/access-matrix.int-spec.js';
import './auth/cross-account.int-spec.js';
