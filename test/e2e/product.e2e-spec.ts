import { agentOnboarding } from './product/agent-onboarding.js';
import { agentsGuide } from './product/agents-guide.js';
import { mcpOverHttp } from './product/mcp-http.js';
import { mcpServer } from './product/mcp-server.js';
import { exampleAgent } from './product/example-agent.js';
import { webConsole } from './product/web-console.js';
import { fees } from './product/fees.js';
import { workerKills } from './product/worker-kills.js';
import { useScenarioProduct } from './support/scenario-product.js';

/** A scenario for each promise of the product. `slow/product.e2e-spec.ts` has the longer ones. */
describe('the product', () => {
  const product = useScenarioProduct();

  mcpServer(product);
  mcpOverHttp(product);
  webConsole(product);
  exampleAgent(product, { kills: false });
  agentsGuide(product);
  agentOnboarding(product);
  fees(product, { executions: 12, agents: 3 });
  workerKills(product, { executions: 8, wallets: 2, maxKills: 3 });
});
