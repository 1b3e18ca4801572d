// One file, because loading the modules takes longer than most suites.
import './delivery/deliveries.int-spec.js';
import './delivery/cursors.int-spec.js';
import './delivery/pending.int-spec.js';
import './delivery/sender.int-spec.js';
import './example-receiver.int-spec.js';
import './metrics.int-spec.js';
