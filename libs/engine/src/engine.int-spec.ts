// One file for these suites: loading the modules takes longer than most of them.
import './domain/apply-locally.int-spec.js';
import './runner/check-seal.int-spec.js';
import './runner/record-send.int-spec.js';
import './runner/settle-by-evidence.int-spec.js';
