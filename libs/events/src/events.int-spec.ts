// One file for these suites: loading the modules takes longer than most of them.
import './anchor-logs.int-spec.js';
import './event-log.int-spec.js';
import './log-tail.int-spec.js';
import './market-events.int-spec.js';
import './step-events.int-spec.js';
