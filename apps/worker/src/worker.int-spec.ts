// One file for these suites: loading the modules takes longer than most of them.
import './custody/custody.module.int-spec.js';
import './health-server.int-spec.js';
import './lanes/history-anchorer.int-spec.js';
import './lanes/breaker-probe.int-spec.js';
import './lanes/restore-detector.int-spec.js';
import './lanes/worker-heartbeat.int-spec.js';
import './tasks/record-sweeper.int-spec.js';
