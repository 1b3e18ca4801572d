import './grants.int-spec.js';
import './migrate-database.int-spec.js';
import './tls.int-spec.js';
import '../../../libs/persistence/src/named-statements.int-spec.js';
