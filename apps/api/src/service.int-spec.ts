// One file for these suites: loading the modules takes longer than most of them.
import './console/console.suite-spec.js';
import './docs/create-document.suite-spec.js';
import './docs/docs.suite-spec.js';
import './events/events.suite-spec.js';
import './health/readyz.suite-spec.js';
import './health/schema.suite-spec.js';
import './http/connections.suite-spec.js';
import './http/cors.suite-spec.js';
import './http/exhausted-pool.suite-spec.js';
import './http/handler-timeout.suite-spec.js';
import './http/request-log.suite-spec.js';
import './http/request-origin.suite-spec.js';
import './metrics.suite-spec.js';
import './ops/ops.suite-spec.js';
import './shutdown.suite-spec.js';
import './webhooks/webhooks.suite-spec.js';
