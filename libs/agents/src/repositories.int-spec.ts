// One file for these suites: loading the modules takes longer than most of them.
import './portfolio/portfolio.repository.int-spec.js';
import './wallets/wallets.repository.int-spec.js';
