import { runWalletProvider } from './run-wallet-provider.js';

await runWalletProvider();
