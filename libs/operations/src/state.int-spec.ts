// One file for these suites: loading the modules takes longer than most of them.
import './backlog.suite-spec.js';
import './state-gauges.suite-spec.js';
