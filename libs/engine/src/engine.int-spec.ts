// One file for these suites: loading the modules takes longer than most of them.
import './domain/apply-locally.suite-spec.js';
import './runner/check-seal.suite-spec.js';
import './runner/record-send.suite-spec.js';
import './runner/settle-by-evidence.suite-spec.js';
