import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../../../tools/lab/browser/chromium.js';
import { startStack } from '../../support/index.js';
import { eventually } from '../../support/eventually.js';
import type { AgentClient } from '../support/agent-client.js';
import { fact, panel } from '../support/console-user.js';
import { openConsole } from '../support/open-console.js';
import { type MarketReference, useProduct } from '../support/product.js';

/** Resolves to this machine, but is no loopback name: the browser takes its pages for insecure. */
const PLAIN_HOST = 'presage.test';
/** Connections that a browser opens to a host at most. */
const MAX_CONNECTIONS = 6;

// Machines without Chromium leave these out; .ci/run installs it.
if (findChromium() !== undefined) {
  describe('the web console', () => {
    const product = useProduct(() => startStack({ env: { ALLOWED_HOSTS: PLAIN_HOST } }));
    let browser: Browser;
    let agent: AgentClient;
    let market: MarketReference;
    let marketId: string;

    beforeAll(async () => {
      browser = await launchChromium([`--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`]);
      [agent] = (await product.fundedAgents('agent_console_trader')) as [AgentClient];
      market = await product.createMarket(agent, 'console-conditions');
      const { body } = await agent.get(`/markets?market_contract_address=${market.market_contract_address}`);
      marketId = body.markets[0].id;
    });
    afterAll(() => browser?.close());

    const open = (place: string) => openConsole({ browser, product, place });
    const buy = (amount: string): Promise<unknown> => agent.run('buy_yes', { ...market, amount });
    const events = (page: Page) => panel(page, 'Events').getByRole('row');

    it('leaves connections to further tabs while tabs are hidden', async () => {
      const { page, context } = await open(`#/markets/${marketId}`);
      await events(page).nth(1).waitFor();
      for (let tab = 1; tab < MAX_CONNECTIONS; tab += 1) {
        const further = await context.newPage();
        await further.goto(page.url());
        await events(further).nth(1).waitFor();
        await setVisibility(further, 'hidden');
      }
      await setVisibility(page, 'hidden');
      const last = await context.newPage();
      await last.goto(page.url());
      await events(last).nth(1).waitFor();
      const before = await events(page).count();
      await buy('1.5');
      await events(last).nth(before).waitFor();
      expect(await events(page).count()).toBe(before);
      await setVisibility(page, 'visible');
      await events(page).nth(before).waitFor();
      await fact(panel(page, 'Pools'), 'YES pool').filter({ hasText: '1.5 USDC' }).waitFor();
      await context.close();
    });

    it.each([
      { status: 429, code: 'rate_limited', message: 'Too many requests.', retryAfter: '2' },
      { status: 500, code: 'internal_error', message: 'The service failed.', retryAfter: '0' },
    ])('states a $status, and reads again by itself', async ({ status, code, message, retryAfter }) => {
      const { page, context } = await open('');
      const body = JSON.stringify({ error: { code, message } });
      const headers = { 'x-request-id': '1', 'retry-after': retryAfter };
      const answer = { status, contentType: 'application/json', headers, body };
      await page.route(/\/markets/, (route) => route.fulfill(answer));
      await page.goto(`${page.url()}#/markets/${marketId}`);
      await page.reload();
      const notice = page.getByRole('status').getByText(message);
      await notice.waitFor();
      await page.getByRole('heading', { level: 1, name: 'Market', exact: true }).waitFor();
      await page.unroute(/\/markets/);
      await notice.waitFor({ state: 'detached' });
      await panel(page, 'Pools').waitFor();
      await context.close();
    });

    it('keeps long questions and names within their cells', async () => {
      const fields = await product.marketFields(agent, 'x'.repeat(200));
      await agent.run('create_market', { ...fields, question: 'W'.repeat(500) });
      await product.awaitReadModels();
      const { page, context } = await open('#/markets');
      const overflowing = `[...document.querySelectorAll('td')].filter((one) => one.scrollWidth > one.clientWidth).length`;
      await page.getByRole('link', { name: 'W'.repeat(500) }).waitFor();
      expect(await page.evaluate(overflowing)).toBe(0);
      await page.goto(`${product.stack.api.url}/console#/agents/${agent.agentId}`);
      const name = panel(page, 'Activity')
        .getByRole('cell', { name: 'x'.repeat(200) })
        .first();
      expect((await name.boundingBox())?.width).toBeLessThan(300);
      expect(await page.evaluate(overflowing)).toBe(0);
      await context.close();
    });

    it('leads from an intent to its market', async () => {
      const created = await agent.confirmed('create_market', await product.marketFields(agent, 'console-linked'));
      const { page, context } = await open(`#/intents/${created}`);
      await page.getByRole('button', { name: 'Execute' }).click();
      await page.locator('.head').getByRole('link', { name: 'console-linked' }).click();
      await fact(panel(page, 'Pools'), 'Name on the chain').filter({ hasText: 'console-linked' }).waitFor();
      await context.close();
    });

    it('states why an attempt failed without HTTP requests', async () => {
      const claim = await agent.confirmed('claim_payout', market);
      expect((await agent.execute(claim)).status).toBe(502);
      const { page, context } = await open(`#/intents/${claim}`);
      const failure = fact(page.locator('.step'), 'Failure');
      expect(await failure.innerText()).toBe('nothing_to_claim: This wallet has nothing to claim on this market.');
      await context.close();
    });

    it('shows the values of the chart as the API states them', async () => {
      const thirds = await product.createMarket(agent, 'console-thirds');
      await agent.run('buy_yes', { ...thirds, amount: '2' });
      await agent.run('buy_no', { ...thirds, amount: '1' });
      await product.awaitReadModels();
      const { body } = await agent.get(`/markets?market_contract_address=${thirds.market_contract_address}`);
      const { page, context } = await open(`#/markets/${body.markets[0].id}`);
      await page.locator('.readout', { hasText: 'UTC: 66.66 %, volume 3 USDC' }).waitFor();
      await context.close();
    });

    it('keeps filters in the address, and names the record in the title', async () => {
      const { page, context } = await open('');
      const links = page.getByRole('group', { name: 'Markets' }).getByRole('link');
      await page.getByLabel('Search').fill('rain');
      await page.getByLabel('Order').selectOption({ label: 'Oldest first' });
      await page.waitForURL(/#\/markets\?q=rain&sort=created_at$/);
      await links.filter({ hasText: 'Will it rain?' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Will it rain?' }).waitFor();
      await page.waitForFunction(`document.title === 'Will it rain? · Presage'`);
      await page.goBack();
      expect(await page.getByLabel('Search').inputValue()).toBe('rain');
      expect(await page.title()).toBe('Markets · Presage');
      await page.reload();
      expect(await page.getByLabel('Search').inputValue()).toBe('rain');
      expect(await page.getByLabel('Order').inputValue()).toBe('created_at');
      await page.goto(`${product.stack.api.url}/console#/intents?agent=${agent.agentId}`);
      await page.getByRole('group', { name: 'Intents' }).getByRole('row').nth(1).waitFor();
      await context.close();
    });

    it('shows a page where the reader left it after Back, and a new one from its top', async () => {
      const { page, context } = await open('');
      await page.setViewportSize({ width: 1280, height: 300 });
      const scrolled = (top: number) =>
        eventually(
          () => page.evaluate<number>('scrollY'),
          (shown) => shown === top,
        );
      await page.goto(`${page.url()}#/agents/${agent.agentId}`);
      const link = panel(page, 'Activity').getByRole('link', { name: 'Create market' }).first();
      await link.scrollIntoViewIfNeeded();
      const top = await page.evaluate<number>('scrollY');
      expect(top).toBeGreaterThan(300);
      await link.click();
      await page.getByRole('heading', { level: 1, name: 'Create market' }).waitFor();
      await scrolled(0);
      await page.goBack();
      await scrolled(top);
      await page.goForward();
      await scrolled(0);
      await context.close();
    });

    it('relates times to the clock of the service when that of the browser is an hour fast', async () => {
      const { agentId, api } = product.agent('agent_console_clock');
      await api.registerWallet(agentId);
      const { page, context } = await open('');
      await page.clock.setFixedTime(Date.now() + 3_600_000);
      await page.goto(`${page.url()}#/agents/${agentId}`);
      const registered = fact(panel(page, 'Wallet'), 'Registered');
      await registered.filter({ hasText: /just now|minutes? ago/ }).waitFor();
      await context.close();
    });

    it('forgets the API key, and a text that was not saved', async () => {
      const { page, context } = await open('');
      const dialog = page.getByRole('dialog', { name: 'API key' });
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      await press('Set API key');
      await dialog.getByLabel('Key').fill('presage_one');
      await press('Save');
      await press('API key set');
      expect(await dialog.getByLabel('Key').inputValue()).toBe('');
      await dialog.getByLabel('Key').fill('presage_two');
      await press('Close');
      await press('API key set');
      expect(await dialog.getByLabel('Key').inputValue()).toBe('');
      expect(await page.evaluate('Object.values(sessionStorage)')).toEqual(['presage_one']);
      await press('Forget the key');
      await page.getByRole('button', { name: 'Set API key' }).waitFor();
      expect(await page.evaluate('Object.values(sessionStorage)')).toEqual([]);
      await context.close();
    });

    it('follows events on a page that was loaded without TLS', async () => {
      const { page, context } = await open('');
      await page.goto(`${page.url().replace('127.0.0.1', PLAIN_HOST)}#/markets/${marketId}`);
      expect(await page.evaluate('isSecureContext')).toBe(false);
      await events(page).nth(1).waitFor();
      const before = await events(page).count();
      await buy('0.25');
      await events(page).nth(before).waitFor();
      await context.close();
    });
  });
}

async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  const property = `{ get: () => '${state}', configurable: true }`;
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', ${property});
    document.dispatchEvent(new Event('visibilitychange'));`);
}
