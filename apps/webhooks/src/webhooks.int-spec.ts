// One file, because loading the modules takes longer than most suites.
import './delivery/deliveries.suite-spec.js';
import './delivery/cursors.suite-spec.js';
import './delivery/sender.suite-spec.js';
import './example-receiver.suite-spec.js';
import './metrics.suite-spec.js';
