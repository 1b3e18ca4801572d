// One file for these suites: loading the modules takes longer than most of them.
import './console/console.int-spec.js';
import './docs/create-document.int-spec.js';
import './docs/docs.int-spec.js';
import './events/events.int-spec.js';
import './health/readyz.int-spec.js';
import './health/schema.int-spec.js';
import './http/connections.int-spec.js';
import './http/cors.int-spec.js';
import './http/exhausted-pool.int-spec.js';
import './http/handler-timeout.int-spec.js';
import './http/request-log.int-spec.js';
import './http/request-origin.int-spec.js';
import './metrics.int-spec.js';
import './ops/ops.int-spec.js';
import './shutdown.int-spec.js';
import './webhooks/webhooks.int-spec.js';
