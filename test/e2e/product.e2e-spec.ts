import { agentOnboarding } from './product/agent-onboarding.js';
import { commandLine } from './product/command-line.js';
import { mcpOverHttp } from './product/mcp-http.js';
import { mcpServer } from './product/mcp-server.js';
import { exampleAgent } from './product/example-agent.js';
import { readmeTour } from './product/readme-tour.js';
import { workerKills } from './product/worker-kills.js';
import { webConsole } from './product/web-console.js';
import { useScenarioProduct } from './support/scenario-product.js';

describe('the product', () => {
  const product = useScenarioProduct();

  // First: it expects the chain's clock to agree with the machine's. Later scenarios put the chain's clock forward.
  readmeTour(product);
  mcpServer(product);
  mcpOverHttp(product);
  commandLine(product);
  exampleAgent(product, { kills: false });
  agentOnboarding(product);
  webConsole(product);
  workerKills(product, { executions: 8, wallets: 2, maxKills: 3 });
});
