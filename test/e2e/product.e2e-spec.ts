import { agentOnboarding } from './product/agent-onboarding.js';
import { lanes } from './product/lanes.js';
import { lifeOfAMarket } from './product/life-of-a-market.js';
import { operator } from './product/operator.js';
import { previewAccuracy } from './product/preview-accuracy.js';
import { previews } from './product/previews.js';
import { readModels } from './product/read-models.js';
import { readmeTour } from './product/readme-tour.js';
import { workerKills } from './product/worker-kills.js';
import { startStack } from '../support/index.js';
import { useProduct } from './support/product.js';

/** Scenarios share one product: starting it takes longer than most of them. Each uses its own agents and markets. */
describe('the product', () => {
  const product = useProduct(() =>
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

  // These first: they expect every transaction of an agent to be recorded and the chain's clock to agree with the
  // machine's. Later scenarios trade past the product and put the chain's clock forward.
  readmeTour(product);
  agentOnboarding(product);
  previews(product);
  lanes(product);
  workerKills(product, { executions: 16, wallets: 4, maxKills: 4 });
  operator(product);
  readModels(product);
  lifeOfAMarket(product);
  previewAccuracy(product);
});
