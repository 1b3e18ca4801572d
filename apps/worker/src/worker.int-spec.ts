// One file for these suites: loading the modules takes longer than most of them.
import './custody/custody.module.suite-spec.js';
import './health-server.suite-spec.js';
import './lanes/history-anchorer.suite-spec.js';
import './lanes/breaker-probe.suite-spec.js';
import './lanes/worker-heartbeat.suite-spec.js';
import './tasks/record-sweeper.suite-spec.js';
