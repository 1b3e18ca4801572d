// One file for these suites: loading the modules takes longer than most of them.
import './candles.int-spec.js';
import './indexer.int-spec.js';
import './persistence/old-plans.int-spec.js';
import './read-models.int-spec.js';
import './resolution-terms.int-spec.js';
