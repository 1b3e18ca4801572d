import { newAgent } from '../../agents/requests.js';
import { Shell } from '../../e2e/support/shell.js';
import { Agent } from '../support/agent.js';
import type { AnswerBody } from '../support/answer.js';
import type { Product } from '../support/product.js';

const MARKET_LIFE_S = 600;

export function skillGet({ client: api }: Product): void {
  describe('GET /skill.md', () => {
    it('has commands that set up an agent and bet once, as pasted into a shell', async () => {
      const market = await (await Agent.withFunds(api)).createMarket(MARKET_LIFE_S);
      const text = await (await fetch(`${api.baseUrl}/skill.md`)).text();
      const [setUp = '', bet = ''] = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code]) => code);
      const shell = new Shell(process.cwd());
      const read = async (lines: string): Promise<AnswerBody> =>
        JSON.parse((await shell.type(lines.trim())).output) as AnswerBody;
      try {
        await shell.type(`PRESAGE_URL=${api.baseUrl} PRESAGE_AGENT=${newAgent()}`);
        await shell.type(setUp);
        let wallet: string | null = null;
        while (wallet === null) wallet = (await read('send /agent/wallets/$AGENT')).agent_wallet.agent_wallet_address;
        await shell.type(`WALLET=${wallet} MARKET=${market.market_id} CONTRACT=${market.market_contract_address}`);
        const first = await read(bet);
        expect(first.execution).toMatchObject({ status: 'executed', transaction_hash: expect.any(String) });
        expect((await read(bet)).execution).toEqual(first.execution);
      } finally {
        await shell.close();
      }
    });
  });
}
