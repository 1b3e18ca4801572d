import { autoClaims } from '../product/auto-claims.js';
import { startStack } from '../../support/index.js';
import { useProduct } from '../support/product.js';

const CONFIRMATIONS = 2;
/** `AUTO_CLAIMS=whole`: 1,000 claims under 100 kills, in about ten minutes. */
const SIZE =
  process.env.AUTO_CLAIMS === 'whole'
    ? { wallets: 25, markets: 40, kills: 100, reorganisations: 12 }
    : { wallets: 5, markets: 8, kills: 5, reorganisations: 2 };

describe('wallets that claim automatically', () => {
  const product = useProduct(() =>
    startStack({
      workers: 2,
      custody: 'keystore',
      env: {
        CONFIRMATIONS: String(CONFIRMATIONS),
        EXECUTION_DEADLINE_S: '7200',
        LANE_LEASE_MS: '1000',
        INDEX_LEASE_MS: '1000',
        LOG_LEVEL: 'warn',
      },
    }),
  );

  autoClaims(product, { ...SIZE, confirmations: CONFIRMATIONS });
});
