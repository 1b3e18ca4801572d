// One file for these suites: loading the modules takes longer than most of them.
import './portfolio/portfolio.repository.suite-spec.js';
import './wallets/wallets.repository.suite-spec.js';
