import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from '@jest/globals';
import {
  findChromium,
  findViolations,
  launchChromium,
  type PageRecord,
  watchPage,
} from '../../tools/browser/chromium.js';
import type { AgentClient } from './support/agent-client.js';
import { CONSOLE_TIMEOUT_MS } from './support/console-life.js';
import { fact, keyboardUser, panel } from './support/console-user.js';
import { type MarketReference, useProduct } from './support/product.js';

const VIEWS = [1280, 360].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

// Machines without Chromium leave these out; .ci/run installs it.
if (findChromium() !== undefined) {
  describe('the pages for operators and builders', () => {
    const product = useProduct();
    let browser: Browser;
    let agent: AgentClient;
    let market: MarketReference;
    let executionId: string;

    beforeAll(async () => {
      browser = await launchChromium();
      [agent] = (await product.fundedAgents('agent_operator_01')) as [AgentClient];
      market = await product.createMarket(agent, 'operator-pages');
      const { body } = await agent.run('buy_yes', { ...market, amount: '4.2' });
      executionId = body.execution.execution_id;
      const database = await product.connectToDatabase();
      await database.query(`UPDATE execution_pauses SET paused = true WHERE scope = 'claim_refund'`);
      const audit = 'INSERT INTO audit_log (run_id, actor, command, arguments, outcome, detail) VALUES';
      const runId = '00000000-0000-4000-8000-00000000a0d1';
      await database.query(`${audit} ($1, 'robin', 'pause', '{claim_refund}', 'begun', '')`, [runId]);
      await database.query(`${audit} ($1, 'robin', 'pause', '{claim_refund}', 'done', 'claim_refund is paused')`, [
        runId,
      ]);
    });
    afterAll(() => browser?.close());

    async function open(
      place: string,
      options: Parameters<Browser['newContext']>[0] = {},
    ): Promise<{ page: Page; record: PageRecord; context: BrowserContext }> {
      const context = await browser.newContext({ locale: 'en-US', ...options });
      context.setDefaultTimeout(CONSOLE_TIMEOUT_MS);
      const page = await context.newPage();
      const record = watchPage(page, product.stack.api.url);
      await page.goto(`${product.stack.api.url}/console${place}`);
      return { page, record, context };
    }

    async function build(page: Page, purpose: string): Promise<void> {
      const form = panel(page, 'Action');
      await keyboardUser.fill(form.getByRole('textbox', { name: /^Agent/ }), agent.agentId);
      await keyboardUser.fill(form.getByRole('textbox', { name: /^Market/ }), market.market_contract_address);
      await keyboardUser.fill(form.getByRole('textbox', { name: 'Stake' }), '1.5');
      await keyboardUser.fill(form.getByRole('textbox', { name: /^Purpose/ }), purpose);
      await keyboardUser.activate(form.getByRole('button', { name: 'Preview' }));
      await panel(page, 'The same call').waitFor();
    }

    describe.each(VIEWS)('at $width px, $colorScheme', ({ width, colorScheme }) => {
      it.each(['operator', 'execution', 'build'])('shows the page %s', async (name) => {
        const place = name === 'execution' ? `#/operator/${executionId}` : `#/${name}`;
        const { page, record, context } = await open(place, { colorScheme, viewport: { width, height: 900 } });
        if (name === 'operator') await panel(page, 'Audit log').getByText('robin').waitFor();
        if (name === 'execution') await panel(page, 'History').getByText('execution.accepted').waitFor();
        if (name === 'build') await build(page, `view ${width} ${colorScheme}`);
        expect(await findViolations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(record).toEqual({ foreignRequests: [], errors: [] });
        await context.close();
      });
    });

    it('shows the numbers of the API, and the command for each action', async () => {
      const { page, context } = await open('#/operator');
      const { overview } = (await agent.get('/ops/overview')).body;
      const lanes = panel(page, 'Lanes by state');
      await lanes.waitFor();
      expect(await fact(lanes, 'Quarantined').innerText()).toBe(String(overview.lanes.quarantined));
      expect(await fact(panel(page, 'Queue and workers'), 'Workers alive').innerText()).toBe(
        String(overview.workers.alive),
      );
      const executions = panel(page, 'Executions').getByRole('row').filter({ hasText: '4.2' });
      await executions.getByText(`npm run ops -- why ${executionId}`).waitFor();
      await panel(page, 'Pauses').getByRole('button', { name: 'npm run ops -- resume claim_refund' }).waitFor();
      const read = page.locator('p', { hasText: /^Read / });
      const first = await read.locator('time').getAttribute('datetime');
      await read.locator(`time:not([datetime="${first}"])`).waitFor();
      expect(await read.innerText()).not.toContain('in seconds');
      expect(await panel(page, 'Audit log').getByRole('row').count()).toBe(
        (await agent.get('/ops/audit')).body.entries.length + 1,
      );

      await page.goto(`${product.stack.api.url}/console#/operator/${executionId}`);
      const { execution } = (await agent.get(`/ops/executions/${executionId}`)).body;
      const [, main] = execution.steps;
      const step = panel(page, 'Step: action');
      await step.waitFor();
      expect(await fact(step, 'Block of the receipt').innerText()).toBe(String(main.block_number));
      for (const [name, value] of [
        ['Provider transaction', main.provider_transaction_id],
        ['Transaction', main.transaction_hash],
        ['Block hash', main.block_hash],
      ]) {
        expect(await fact(step, name).getByRole('button').getAttribute('title')).toBe(`Copy ${value}`);
      }
      expect(await panel(page, 'History').getByRole('row').count()).toBe(execution.events.length + 1);
      await context.close();
    });

    it('finds the built intent again with the call of curl and of the SDK', async () => {
      const { page, context } = await open('#/build');
      await build(page, 'one entry');
      const text = await page.getByRole('group', { name: 'curl', exact: true }).innerText();
      const body = JSON.parse(/-d '(.*)'/.exec(text)?.[1] ?? '') as object;
      const link = await page.getByRole('link', { name: 'Plan and execution of this intent' }).getAttribute('href');
      const again = await agent.post('/agent/intents', body);
      expect([again.status, `#/intents/${again.body.intent.intent_id}`]).toEqual([200, link]);
      expect(await page.getByRole('group', { name: 'SDK', exact: true }).innerText()).toContain(
        '"purpose": "one entry"',
      );
      await context.close();
    });
  });
}
