// One file for these suites: loading the modules takes longer than most of them.
import './apply-change.int-spec.js';
import './arm-step.int-spec.js';
import './check-cluster.int-spec.js';
import './find-indexed-effect.int-spec.js';
import './known-block.int-spec.js';
import './lane-lock-order.int-spec.js';
import './lane-plans.int-spec.js';
import './lock-pauses.int-spec.js';
import './pg-engine-store.int-spec.js';
import './reconcile-executions.int-spec.js';
import './worker-heartbeats.int-spec.js';
