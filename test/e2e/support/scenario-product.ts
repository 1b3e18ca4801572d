import { startStack } from '../../support/index.js';
import { type Product, useProduct } from './product.js';

/** The product that scenarios share: starting it takes longer than most of them. Each uses its own agents and markets. */
export function useScenarioProduct(): Product {
  return useProduct(() =>
    startStack({
      workers: 2,
      env: {
        LOG_LEVEL: 'debug',
        // Short leases: the lanes and the index of a killed worker are taken over within seconds.
        LANE_LEASE_MS: '2000',
        INDEX_LEASE_MS: '1000',
        // Longer than all scenarios together put the chain's clock forward.
        EXECUTION_DEADLINE_S: '7200',
      },
    }),
  );
}
