import { CountingProxy } from '../support/counting-proxy.js';
import { McpHttpServer } from '../../../tools/support/mcp-http-server.js';
import { McpClient } from '../support/mcp-client.js';
import type { Product } from '../support/product.js';
import { agentWithMarket, buy, STAKE_BASE_UNITS } from './mcp-bets.js';

/** Requests that `execute_intent` makes of the service, and one more. */
const ROUNDS = [1, 2, 3, 4, 5, 6];
const TIMEOUT_MS = 600_000;

export function mcpServerKills(product: Product): void {
  describe('the MCP server, killed at each of its requests', () => {
    let server: McpHttpServer;
    let mcp: McpClient;

    beforeAll(async () => {
      server = await McpHttpServer.start(product.stack.api.url);
      mcp = await McpClient.overHttp(server.url);
    });

    afterAll(async () => {
      await mcp?.end();
      await server?.stop();
    });

    it(
      'makes one bet when the server is killed in mid-call and the call is repeated blindly',
      async () => {
        const { agent_id, market, address } = await agentWithMarket(mcp);
        for (const round of ROUNDS) {
          const { next } = await mcp.call('preview_action', { ...buy(agent_id, market), purpose: `bet ${round}` });
          await executeUntil(round, next.arguments);
          for (let repeat = 0; repeat < 2; repeat++) {
            expect(await mcp.call('execute_intent', next.arguments)).toMatchObject({ outcome: 'executed' });
          }
        }
        const stakes = await product.chain.transfers(product.stack.deployment.collateral, address, market);
        expect(stakes).toEqual(ROUNDS.map(() => STAKE_BASE_UNITS));
      },
      TIMEOUT_MS,
    );

    /** Calls `execute_intent` on a separate server, which is killed at one of its requests. */
    async function executeUntil(request: number, words: Readonly<Record<string, unknown>>): Promise<void> {
      const victims: McpClient[] = [];
      const proxy = await CountingProxy.start(product.stack.api.url, (count) => {
        if (count === request) victims[0]?.kill();
      });
      const victim = await McpClient.overStdio(proxy.url);
      victims.push(victim);
      await victim.answer('execute_intent', words).catch(() => undefined);
      await victim.end();
      await proxy.stop();
    }
  });
}
