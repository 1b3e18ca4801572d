import type { Browser, Page } from 'playwright-core';
import { expect } from '@jest/globals';
import { PRODUCT_VERSION } from '@app/config';
import { findChromium, launchChromium, type PageRecord, watchPage } from '../../../tools/lab/browser/chromium.js';
import type { AgentClient } from '../support/agent-client.js';
import { CONSOLE_TIMEOUT_MS } from '../support/console-life.js';
import { mouseUser, panel } from '../support/console-user.js';
import type { MarketReference, Product } from '../support/product.js';

/** A short visit to the console. Machines without Chromium leave it out. */
export function webConsole(product: Product): void {
  if (findChromium() === undefined) return;

  describe('the web console', () => {
    let browser: Browser;
    let page: Page;
    let record: PageRecord;
    let agent: AgentClient;
    let market: MarketReference;

    beforeAll(async () => {
      [agent] = (await product.fundedAgents('agent_console_01')) as [AgentClient];
      market = await product.createMarket(agent, 'console-visit');
      browser = await launchChromium();
      page = await browser.newPage();
      page.setDefaultTimeout(CONSOLE_TIMEOUT_MS);
      record = watchPage(page, product.stack.api.url);
    });
    afterAll(() => browser?.close());

    it('buys after showing the plan', async () => {
      const { body } = await agent.get(`/markets?market_contract_address=${market.market_contract_address}`);
      await page.goto(`${product.stack.api.url}/console#/markets/${body.markets[0].id}`);
      await page.locator('footer', { hasText: `Presage ${PRODUCT_VERSION}` }).waitFor();
      const buy = panel(page, 'Buy');
      await mouseUser.fill(buy.getByLabel('Stake, USDC'), '3.25');
      await mouseUser.fill(buy.getByLabel('Agent'), agent.agentId);
      await mouseUser.activate(buy.getByRole('button', { name: 'Preview' }));
      await mouseUser.activate(page.getByRole('button', { name: 'Confirm', exact: true }));
      await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
      await mouseUser.activate(page.getByRole('button', { name: 'Execute', exact: true }));
      await page.locator('.head .badge', { hasText: 'Executed' }).waitFor();
      await product.awaitReadModels();
      const after = await agent.get(`/agent/portfolio/${agent.agentId}`);
      expect(after.body.portfolio.total_exposure).toBe('3.25');
    });

    it('calls no other origin and logs no error', () => {
      expect(record).toEqual({ foreignRequests: [], errors: [] });
    });
  });
}
