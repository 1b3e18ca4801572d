// One file for these suites: loading the modules takes longer than most of them.
import './deploy.suite-spec.js';
import './factory.suite-spec.js';
import './hostile-token.suite-spec.js';
import './market.suite-spec.js';
import './read-batch.suite-spec.js';
import './refs.suite-spec.js';
