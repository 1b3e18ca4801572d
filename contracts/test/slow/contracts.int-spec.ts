// One file for these suites: loading the modules takes longer than most of them.
import './deploy.int-spec.js';
import './factory.int-spec.js';
import './hostile-token.int-spec.js';
import './market.int-spec.js';
import './read-batch.int-spec.js';
import './refs.int-spec.js';
