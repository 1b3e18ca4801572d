// One file for these suites: loading the modules takes longer than most of them.
import './backlog.int-spec.js';
import './state-gauges.int-spec.js';
