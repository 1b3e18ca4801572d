// One file for these suites: loading the modules takes longer than most of them.
import './event-log.int-spec.js';
import './log-tail.int-spec.js';
import './market-events.int-spec.js';
