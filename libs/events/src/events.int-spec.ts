// One file for these suites: loading the modules takes longer than most of them.
import './event-log.suite-spec.js';
import './log-tail.suite-spec.js';
import './market-events.suite-spec.js';
