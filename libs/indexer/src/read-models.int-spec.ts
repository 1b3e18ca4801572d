// One file for these suites: loading the modules takes longer than most of them.
import './candles.suite-spec.js';
import './indexer.suite-spec.js';
import './persistence/old-plans.suite-spec.js';
import './read-models.suite-spec.js';
import './resolution-terms.suite-spec.js';
