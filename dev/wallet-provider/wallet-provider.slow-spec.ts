// One file for these suites: loading the modules takes longer than most of them.
import './chain-failures.suite-spec.js';
import './faults.suite-spec.js';
import './http-api.suite-spec.js';
import './transactions.suite-spec.js';
