import './grants.suite-spec.js';
import './migrate-database.suite-spec.js';
import './tls.suite-spec.js';
import '../../../libs/persistence/src/named-statements.suite-spec.js';
