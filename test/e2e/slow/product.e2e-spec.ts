import { commandLine } from '../product/command-line.js';
import { lanes } from '../product/lanes.js';
import { lifeOfAMarket } from '../product/life-of-a-market.js';
import { mcpServerKills } from '../product/mcp-server-kills.js';
import { operator } from '../product/operator.js';
import { previewAccuracy } from '../product/preview-accuracy.js';
import { previews } from '../product/previews.js';
import { readModels } from '../product/read-models.js';
import { tour } from '../product/tour.js';
import { useScenarioProduct } from '../support/scenario-product.js';

describe('the product, with markets in every state', () => {
  const product = useScenarioProduct();

  // First: they expect the chain's clock to agree with the machine's. Later scenarios put the chain's clock forward.
  tour(product);
  previews(product);
  commandLine(product);
  mcpServerKills(product);
  lanes(product);
  operator(product);
  readModels(product);
  lifeOfAMarket(product);
  previewAccuracy(product);
});
