import { runWalletProvider } from '../../../dev/wallet-provider/run-wallet-provider.js';
import { installFaults } from './faults/install-faults.js';

await runWalletProvider({ extend: installFaults, crash: () => process.kill(process.pid, 'SIGKILL') });
