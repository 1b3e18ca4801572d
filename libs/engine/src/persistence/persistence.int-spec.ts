// One file for these suites: loading the modules takes longer than most of them.
import './apply-change.suite-spec.js';
import './arm-step.suite-spec.js';
import './cluster-identity.suite-spec.js';
import './event-anchors.suite-spec.js';
import './find-indexed-effect.suite-spec.js';
import './lane-lock-order.suite-spec.js';
import './lane-plans.suite-spec.js';
import './lock-pauses.suite-spec.js';
import './pg-engine-store.suite-spec.js';
import './reconcile-executions.suite-spec.js';
import './worker-heartbeats.suite-spec.js';
