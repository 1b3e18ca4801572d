import type { Client } from 'pg';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from '@jest/globals';
import { findChromium, findViolations, launchChromium } from '../../../tools/lab/browser/chromium.js';
import type { AgentClient, Answer } from '../support/agent-client.js';
import { fact, keyboardUser, panel } from '../support/console-user.js';
import { issueKey } from '../../../tools/support/issue-key.js';
import { startStack } from '../../support/index.js';
import { connectDatabase } from '../../support/open-database.js';
import { eventually } from '../../support/eventually.js';
import { expectSound, openConsole, type OpenConsole, VIEWS } from '../support/open-console.js';
import { type MarketReference, useProduct } from '../support/product.js';
import { operatorLists, overviewNumbers, reportNumbers } from '../support/operator-numbers.js';
import { clearFaults, injectFault } from '../support/provider-faults.js';
import { runOps } from '../../support/run-ops.js';
import { runCliCall, runMcpCall, runSdkCall } from '../support/shown-calls.js';
import { listUnexpected, readPage } from '../support/shown-values.js';

/** A market that is not on the chain, for previews. */
const NO_MARKET = { market_id: 'x', market_contract_address: `0x${'1'.repeat(40)}` };

/** Finds the calls of the confirmed plan on the page of an intent. */
async function showsPlan(timeline: Locator, { body }: Answer): Promise<void> {
  for (const { function: name, contract, args_display } of [
    body.planned_calls.approval,
    body.planned_calls.transaction_request,
  ]) {
    await fact(timeline, 'Calls').getByText(`${name} of the ${contract}`, { exact: true }).waitFor();
    await fact(timeline, 'Arguments').getByText(args_display.join(', '), { exact: true }).waitFor();
  }
}

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

    const open = (place: string, options?: BrowserContextOptions): Promise<OpenConsole> =>
      openConsole({ browser, product, place, options });

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
        const opened = await open(place, { colorScheme, viewport: { width, height: 900 } });
        const { page, context } = opened;
        if (name === 'operator') await panel(page, 'Audit log').getByText('robin').waitFor();
        if (name === 'execution') await panel(page, 'History').getByText('execution.queued').waitFor();
        if (name === 'build') await build(page, `view ${width} ${colorScheme}`);
        await expectSound(opened);
        await context.close();
      });
    });

    it('states that a key is no longer valid, above the last state', async () => {
      const { page, context } = await open('#/operator');
      await panel(page, 'Lanes by state').waitFor();
      const body = JSON.stringify({ error: { code: 'api_key_invalid', message: 'The API key is revoked.' } });
      const headers = { 'x-request-id': '1' };
      await page.route(/\/ops\//, (route) =>
        route.fulfill({ status: 401, contentType: 'application/json', headers, body }),
      );
      const notice = page.getByRole('status').getByText('The API key is revoked. The page shows the last state.');
      await notice.waitFor();
      expect(await panel(page, 'Lanes by state').count()).toBe(1);
      await page.unroute(/\/ops\//);
      await notice.waitFor({ state: 'detached' });
      await context.close();
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
      await panel(page, 'Step: action').waitFor();
      const report = await readPage(page);
      expect(report.panels).toMatchObject(reportNumbers(execution));
      expect(listUnexpected(report, reportNumbers(execution))).toEqual([]);
      expect(await panel(page, 'History').getByRole('row').count()).toBe(execution.events.length + 1);
      await context.close();
    });

    it('offers the commands that change something, and bull-board where the API knows its address', async () => {
      const { page, record, context } = await open('#/operator');
      const commandOf = (name: string): Locator => page.getByRole('button', { name: `npm run ops -- ${name}` });
      for (const name of ['index show', 'index rebuild --yes', 'verify', 'pause global'])
        await commandOf(name).waitFor();
      const pauses = panel(page, 'Pauses');
      await keyboardUser.choose(pauses.getByRole('combobox', { name: 'Pause' }), 'Resolve a market');
      await commandOf('pause resolve_market').waitFor();
      expect(await findViolations(page)).toEqual([]);

      const { overview } = (await agent.get('/ops/overview')).body;
      const link = page.getByRole('link', { name: 'bull-board' });
      expect(await link.getAttribute('href')).toBe(overview.queue.dashboard_url);
      expect((await fetch(overview.queue.dashboard_url)).status).toBe(200);
      await page.route('**/ops/overview', (route) =>
        route.fulfill({ json: { overview: { ...overview, queue: { ...overview.queue, dashboard_url: null } } } }),
      );
      await link.waitFor({ state: 'detached' });
      expect(record).toEqual({ foreignRequests: [], errors: [] });
      await context.close();
    });

    describe('with a quarantined lane and an open breaker', () => {
      let stuck: AgentClient;
      let queuedId: string;
      let database: Client;

      beforeAll(async () => {
        [stuck] = (await product.fundedAgents('agent_operator_stuck')) as [AgentClient];
        await stuck.run('buy_no', { ...market, amount: '0.5' });
        database = await product.connectToDatabase();
        await database.query(
          `UPDATE lanes SET quarantined_at = now(), wake_at = NULL, failures = 5
           WHERE id = (SELECT lane_id FROM executions WHERE agent_id = $1)`,
          [stuck.agentId],
        );
        queuedId = await stuck.confirmed('buy_no', { ...market, amount: '0.25' });
        await stuck.execute(queuedId, { prefer: 'respond-async' });
        await database.query(`UPDATE provider_accounts SET breaker_open = true, probe_at = now() + interval '1 hour'`);
      });
      afterAll(() => database.query('UPDATE provider_accounts SET breaker_open = false, probe_at = NULL'));

      const alarm = (page: Page, text: string | RegExp): Locator => page.locator('.notice.bad').getByText(text);

      it.each(VIEWS)('is accessible at $width px, $colorScheme', async ({ width, colorScheme }) => {
        const opened = await open('#/operator', { colorScheme, viewport: { width, height: 900 } });
        await alarm(opened.page, /quarantined/).waitFor();
        await panel(opened.page, 'Busy lanes').getByRole('link', { name: stuck.agentId }).waitFor();
        await expectSound(opened);
        await opened.context.close();
      });

      it('shows each number of the API', async () => {
        const { page, context } = await open('#/build');
        const overviews = new Map<string | null, object>();
        page.on('response', (response) => {
          if (!response.url().endsWith('/ops/overview')) return;
          void response.json().then(({ overview }) => overviews.set(overview.at, overview));
        });
        await page.goto(`${product.stack.api.url}/console#/operator`);
        for (const title of ['Busy lanes', 'Executions', 'Audit log']) {
          await panel(page, title).getByRole('row').nth(1).waitFor();
        }
        const shown = await eventually(
          () => readPage(page),
          ({ at }) => overviews.has(at),
        );
        const expected = { ...overviewNumbers(overviews.get(shown.at)), ...(await operatorLists(agent)) };
        expect(shown.panels).toMatchObject(expected);
        expect(listUnexpected(shown, expected)).toEqual([]);
        await context.close();
      });

      it('shows the alarms until the breaker is closed and the shown command has released the lane', async () => {
        const { page, context } = await open('#/operator');
        const breaker = alarm(page, 'The wallet provider rejects the credentials. Nothing is sent.');
        const quarantine = alarm(page, '1 lane is quarantined.');
        await breaker.waitFor();
        await quarantine.waitFor();
        const row = panel(page, 'Busy lanes').getByRole('row').filter({ hasText: stuck.agentId });
        await row.getByText('Quarantined', { exact: true }).waitFor();
        const command = await row.getByRole('button', { name: /^npm run ops/ }).innerText();
        expect(command).toBe(`npm run ops -- lanes release ${stuck.agentId}`);

        await database.query('UPDATE provider_accounts SET breaker_open = false, probe_at = NULL');
        await breaker.waitFor({ state: 'detached' });
        expect(await quarantine.count()).toBe(1);
        const words = command.replace('npm run ops -- ', '').split(' ');
        expect(await runOps(product.stack, words)).toMatchObject({ code: 0 });
        await quarantine.waitFor({ state: 'detached' });
        await eventually(
          () => stuck.latestExecution(queuedId),
          ({ status }) => status === 'executed',
        );
        await context.close();
      });
    });

    it('finds the built intent again with the shown call of each client', async () => {
      const { page, context } = await open('#/build');
      await build(page, 'one entry');
      const call = (name: string): Promise<string> => page.getByRole('group', { name, exact: true }).innerText();
      const link = await page.getByRole('link', { name: 'Plan and execution of this intent' }).getAttribute('href');
      const intentId = link?.replace('#/intents/', '') ?? '';
      const { intent } = (await agent.get(`/agent/intents/${intentId}`)).body;
      expect(intent).toMatchObject({ status: 'preview', amount: '1.5', action: 'buy_yes' });
      const failedChecks = (await readPage(page)).panels['Preview']?.rows.filter(({ Result }) => Result !== 'Pass');

      const body = JSON.parse(/-d '(.*)'/.exec(await call('curl'))?.[1] ?? '') as object;
      const again = await agent.post('/agent/intents', body);
      expect([again.status, again.body.intent]).toEqual([200, intent]);
      const planned = await runMcpCall(product.stack.api.url, await call('MCP'));
      const { action, amount, market_contract_address } = intent;
      expect(planned).toMatchObject({ intent: { intent_id: intentId, action, amount, market_contract_address } });
      expect(planned.failed_checks).toHaveLength(failedChecks?.length ?? -1);
      const acted = await runSdkCall(await call('SDK'), 'status', 'execution');
      expect(acted).toMatchObject({ status: 'executed', execution: { intent_id: intentId } });
      const bought = await runCliCall(await call('Command line'));
      expect(bought).toMatchObject({ status: 'executed', intent_id: intentId, purpose: 'one entry' });
      expect(await agent.api.listExecutions(intentId)).toHaveLength(1);
      await context.close();
    });

    it('says of an unknown outcome who is asked and until when, and shows the outcome when it is known', async () => {
      const intentId = await agent.confirmed('buy_no', { ...market, amount: '0.75' });
      await injectFault(product.stack, { match: {}, fault: 'drop' });
      await agent.execute(intentId, { prefer: 'respond-async' });
      const { execution_id } = await eventually(
        () => agent.latestExecution(intentId),
        ({ status }) => status === 'unknown',
      );
      const { page, record, context } = await open(`#/intents/${intentId}`);
      const notice = page.locator('.step .notice', { hasText: 'The transaction may have been sent.' });
      await notice.getByText('A worker asks the chain for an event with this intent’s ref, and the wallet').waitFor();
      await notice.getByText('Nothing is sent again meanwhile.').waitFor();
      const { execution } = (await agent.get(`/ops/executions/${execution_id}`)).body;
      const { deadline } = execution.steps.find(({ status }: { status: string }) => status === 'unknown');
      await notice.locator(`time[datetime="${deadline}"]`).waitFor();
      await page.locator('.timeline .badge', { hasText: 'Unknown' }).first().waitFor();
      expect(await page.getByRole('button', { name: 'Execute', exact: true }).count()).toBe(0);
      expect(await findViolations(page)).toEqual([]);

      await page.goto(`${product.stack.api.url}/console#/operator/${execution_id}`);
      await page
        .getByRole('button', { name: `npm run ops -- executions settle ${execution_id} --outcome failed` })
        .waitFor();
      await page.goBack();
      await notice.waitFor();
      await clearFaults(product.stack);
      await page.locator('.head .badge', { hasText: 'Executed' }).waitFor();
      await notice.waitFor({ state: 'detached' }); // the intent and its executions are read by two requests
      expect(record).toEqual({ foreignRequests: [], errors: [] });
      await context.close();
    });
  });

  describe('the console of a service with keys', () => {
    const product = useProduct(() => startStack({ env: { AUTH_MODE: 'api_key', AUTH_READS: 'account' } }));
    let browser: Browser;
    let agent: AgentClient;
    let keys: Readonly<Record<'account' | 'operator', string>>;
    let intentId: string;

    beforeAll(async () => {
      browser = await launchChromium();
      const { database, close } = await connectDatabase(product.stack.databaseUrl, 1);
      product.onStop(close);
      keys = {
        account: await issueKey(database, { account: 'console' }),
        operator: await issueKey(database, { account: null, scopes: ['operator'] }),
      };
      agent = product.agent('agent_console_keys', keys.account);
      await agent.setUp();
      const market = await product.createMarket(agent, 'console-keys');
      intentId = await agent.confirmed('buy_yes', { ...market, amount: '2.5' });
      await agent.execute(intentId);
    });
    afterAll(() => browser?.close());

    async function setKey(page: Page, key: string): Promise<void> {
      await page.getByRole('button', { name: /API key/ }).click();
      await page.getByLabel('Key', { exact: true }).fill(key);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    }

    it('refuses the page for operators without a key of their scope', async () => {
      const { page, record, context } = await openConsole({ browser, product, place: '#/operator' });
      const refusal = page.getByRole('alert');
      await refusal.getByText('api_key_invalid').waitFor();
      await setKey(page, keys.account);
      await refusal.getByText('api_key_forbidden').waitFor();
      expect(await page.getByRole('region').count()).toBe(0);
      expect(await findViolations(page)).toEqual([]);
      await setKey(page, keys.operator);
      await panel(page, 'Lanes by state').waitFor();
      await refusal.waitFor({ state: 'detached' });
      expect(record).toEqual({ foreignRequests: [], errors: [] });
      await context.close();
    });

    it('writes with a key that only the session storage of the tab has', async () => {
      const other = product.agent('agent_console_keyed', keys.account);
      await other.api.registerWallet(other.agentId);
      const cancelled = await agent.preview('claim_payout', NO_MARKET);
      const { page, record, context } = await openConsole({ browser, product, place: `#/intents/${cancelled}` });
      await page.getByRole('alert').getByText('api_key_invalid').waitFor();
      await setKey(page, keys.account);
      await page.getByRole('button', { name: 'Cancel the intent' }).click();
      await page.locator('.head .badge', { hasText: 'Cancelled' }).waitFor();
      await page.goto(`${product.stack.api.url}/console#/agents/${other.agentId}`);
      await page.getByRole('button', { name: 'Freeze', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
      await page.getByText('Frozen since').waitFor();
      const stored = await page.evaluate(`(async () => ({
        session: Object.values(sessionStorage).filter((value) => value === ${JSON.stringify(keys.account)}),
        ...{ local: Object.entries(localStorage), cookie: document.cookie },
        ...{ databases: await indexedDB.databases(), caches: await caches.keys(), address: location.href },
      }))()`);
      expect(stored).toEqual({
        ...{ session: [keys.account], local: [], cookie: '', databases: [], caches: [] },
        address: expect.not.stringContaining(keys.account),
      });
      expect(await context.cookies()).toEqual([]);
      const tab = await context.newPage();
      await tab.goto(`${product.stack.api.url}/console`);
      await tab.getByRole('button', { name: 'Set API key' }).waitFor();
      expect(record).toEqual({ foreignRequests: [], errors: [] });
      await context.close();
    });

    it('shows an intent without the reads for operators, and asks for them once', async () => {
      const { page, record, context } = await openConsole({ browser, product, place: `#/intents/${intentId}` });
      await page.getByRole('alert').getByText('api_key_invalid').waitFor();
      const asked: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.startsWith('/ops/')) asked.push(`${response.status()} ${pathname}`);
      });
      await setKey(page, keys.account);
      const { execution_id, transaction_hash, steps } = await agent.latestExecution(intentId);
      const timeline = page.locator('.timeline');
      await timeline.locator('.badge', { hasText: 'Executed' }).waitFor();
      await timeline.getByTitle(`Copy ${transaction_hash}`).first().waitFor();
      for (const { kind, block_number, deadline } of steps) {
        const shown = timeline.getByRole('group', { name: kind === 'main' ? 'Step: action' : 'Step: approval' });
        await fact(shown, 'Receipt').getByText(`block ${block_number}`).waitFor();
        await fact(shown, 'Deadline').locator(`time[datetime="${deadline}"]`).waitFor();
      }
      await showsPlan(timeline, await agent.get(`/agent/intents/${intentId}`));
      // Each event of the agent repeats the page's reads.
      for (let events = 0; events < 2; events += 1) {
        const repeated = page.waitForResponse((response) => response.url().endsWith(`/agent/intents/${intentId}`));
        await agent.preview('claim_payout', NO_MARKET);
        await repeated;
      }
      expect(asked).toEqual([`403 /ops/executions/${execution_id}`]);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Report for operators' }).count()).toBe(0);
      expect(await findViolations(page)).toEqual([]);
      expect(record).toEqual({ foreignRequests: [], errors: [] });
      await context.close();
    });
  });
}
