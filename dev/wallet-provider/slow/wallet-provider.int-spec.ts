// One file for these suites: loading the modules takes longer than most of them.
import './chain-failures.int-spec.js';
import './faults.int-spec.js';
import './http-api.int-spec.js';
import './transactions.int-spec.js';
