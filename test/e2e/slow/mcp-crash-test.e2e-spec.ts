import { runMcpKills } from '../mcp-kills/run-mcp-kills.js';
import { useProduct } from '../support/product.js';

const EXECUTES = 60;

describe('calls of execute_intent that are interrupted and repeated', () => {
  const product = useProduct();

  it('each bet once, whether the client, the MCP server or the API was killed', async () => {
    const log = (): void => undefined;
    const { stack } = product;
    const { interrupted, wrong, executes } = await runMcpKills({ stack, executes: EXECUTES, seed: 7, log });
    expect({ wrong, isEnough: executes >= EXECUTES }).toEqual({ wrong: [], isEnough: true });
    expect(Object.values(interrupted).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(EXECUTES);
    for (const count of Object.values(interrupted)) expect(count).toBeGreaterThan(0);
  });
});
