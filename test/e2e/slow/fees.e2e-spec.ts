import { startStack } from '../../support/index.js';
import { fees } from '../product/fees.js';
import { useProduct } from '../support/product.js';

/** The whole size is `FEES_EXECUTIONS=10000`, half of them with each custody. */
const EXECUTIONS = Number(process.env.FEES_EXECUTIONS ?? 400) / 2;

describe.each(['provider', 'keystore'] as const)('fees with the custody %s', (custody) => {
  const product = useProduct(() =>
    // Longer than all rounds together put the chain's clock forward.
    startStack({ workers: 2, custody, env: { EXECUTION_DEADLINE_S: '36000', LOG_LEVEL: 'warn' } }),
  );

  fees(product, { executions: EXECUTIONS, agents: 16, movesPrice: true });
});
