import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from '@jest/globals';
import { derivePasscode } from '@app/agents';
import { ACTION_NAMES, WALLET_PROVIDER } from '@app/common';
import { findChromium, findViolations, launchChromium } from '../../../tools/lab/browser/chromium.js';
import { ListRows } from '../../api/list-rows.js';
import { eventually } from '../../support/eventually.js';
import { startStack } from '../../support/index.js';
import { connectDatabase } from '../../support/open-database.js';
import type { AgentClient } from '../support/agent-client.js';
import { agentNumbers } from '../support/agent-numbers.js';
import { awaitMail } from '../support/await-mail.js';
import { liveThroughAMarket } from '../support/console-life.js';
import { fact, keyboardUser, mouseUser, panel } from '../support/console-user.js';
import { expectSound, openConsole, type OpenConsole, VIEWS } from '../support/open-console.js';
import { useProduct } from '../support/product.js';
import { listUnexpected, readPage } from '../support/shown-values.js';

/** A market that is not on the chain, for previews. */
const NO_MARKET = { market_id: 'none', market_contract_address: `0x${'1'.repeat(40)}` };

const WON_LIFE_S = 600;
const FROZEN = 'agent_console_frozen';

interface Situation {
  readonly name: string;
  readonly place: string;
  readonly arrange: (page: Page, agentId: string) => Promise<void>;
}

/** Dialogs, notices and rows that a page does not show at first. */
const SITUATIONS: readonly Situation[] = [
  {
    name: 'rows of intents',
    place: 'intents',
    arrange: async (page, agentId) => {
      await page.getByRole('textbox', { name: /^Agent/ }).fill(agentId);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByRole('group', { name: 'Intents' }).getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'the dialog for the key',
    place: 'markets',
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Set API key' }).click();
      await page.getByRole('dialog', { name: 'API key' }).waitFor();
    },
  },
  {
    name: 'the dialog that freezes',
    place: 'agent',
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Freeze', exact: true }).click();
      await page.getByRole('dialog', { name: /^Freeze/ }).waitFor();
    },
  },
  { name: 'a frozen agent', place: 'frozen', arrange: (page) => page.getByText('Frozen since').waitFor() },
  { name: 'an unknown intent', place: 'unknown intent', arrange: (page) => page.getByRole('alert').waitFor() },
  { name: 'an unknown market', place: 'unknown market', arrange: (page) => page.getByRole('alert').waitFor() },
  {
    name: 'an API that does not answer',
    place: 'market',
    arrange: async (page) => {
      await panel(page, 'Pools').waitFor();
      await page.context().setOffline(true);
      await page.getByText('The API has not answered since').waitFor();
    },
  },
];

const EVIDENCE = { url: 'https://evidence.example.org/?q=%3Cb%3E', note: '<img src=x onerror=alert(1)><b>bold</b>' };

// Machines without Chromium leave these out; .ci/run installs it.
if (findChromium() !== undefined) {
  describe('the web console', () => {
    // Longer than all lives together put the chain's clock forward.
    const product = useProduct(() => startStack({ env: { EXECUTION_DEADLINE_S: '7200' } }));
    let browser: Browser;
    let agent: AgentClient;
    let marketId: string;
    let intentId: string;

    beforeAll(async () => {
      browser = await launchChromium();
      [agent] = (await product.fundedAgents('agent_console_reader')) as [AgentClient];
      await agent.post('/agent/wallets', {
        ...{ agent_id: agent.agentId, wallet_provider: WALLET_PROVIDER, allowed_actions: ACTION_NAMES },
        policy_metadata: { max_trade_amount: '20', daily_limit: '10', open_exposure_limit: '50' },
      });
      await agent.api.registerWallet(FROZEN);
      await agent.post(`/agent/wallets/${FROZEN}/freeze`);
      const market = await product.createMarket(agent, 'console-pages');
      intentId = await agent.confirmed('buy_yes', { ...market, amount: '4.2' });
      await agent.execute(intentId);
      await winAMarket(); // puts the chain's clock ahead: the candles of the other market are in the past
      await product.awaitReadModels();
      const { body } = await agent.get(`/markets?market_contract_address=${market.market_contract_address}`);
      marketId = body.markets[0].id;
    });
    afterAll(() => browser?.close());

    /** The agent wins a market with stakes of 3 and 2, a profit of 2, and claims nothing. */
    async function winAMarket(): Promise<void> {
      const [other] = (await product.fundedAgents('agent_console_loser')) as [AgentClient];
      const won = await product.createMarket(agent, 'console-won', WON_LIFE_S);
      const closeS = (await product.chain.now()) + WON_LIFE_S;
      await agent.run('buy_yes', { ...won, amount: '3' });
      await other.run('buy_no', { ...won, amount: '2' });
      await product.chain.reach(closeS);
      await agent.run('resolve_market', { ...won, outcome: 'yes', evidence: EVIDENCE });
    }

    const open = (place: string, options?: BrowserContextOptions): Promise<OpenConsole> =>
      openConsole({ browser, product, place, options });

    it.each([mouseUser, keyboardUser])('takes a market through its whole life by $name', async (user) => {
      const { page, record, context } = await open('');
      await liveThroughAMarket({ page, user, chain: product.chain, suffix: user.name });
      await product.awaitReadModels();
      const { body } = await agent.get(`/agent/portfolio/agent_console_${user.name}`);
      expect(body.portfolio).toMatchObject({ claimable_refundable_count: 0, total_exposure: '0' });
      expect(record).toEqual({ foreignRequests: [], errors: [] });
      await context.close();
    });

    describe.each(VIEWS)('at $width px, $colorScheme', ({ width, colorScheme }) => {
      it.each(['markets', 'market', 'agents', 'agent', 'intents', 'intent'])('shows the page %s', async (name) => {
        const view = { colorScheme, viewport: { width, height: 900 } };
        const opened = await open(placeOf(name), view);
        const { page, context } = opened;
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('.loading').first().waitFor({ state: 'detached' });
        await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
        await expectSound(opened);
        await context.close();
      });

      it.each(SITUATIONS)('is accessible with $name', async ({ place, arrange }) => {
        const opened = await open(placeOf(place), { colorScheme, viewport: { width, height: 900 } });
        await arrange(opened.page, agent.agentId);
        await expectSound(opened);
        await opened.context.close();
      });
    });

    it('shows the evidence of a resolver as text, and fetches nothing of it', async () => {
      const { body } = await agent.get('/markets?onchain_market_id=console-won');
      const { page, record, context } = await open(`#/markets/${body.markets[0].id}`);
      const terms = panel(page, 'Resolution terms');
      await terms.getByText(EVIDENCE.note).waitFor();
      expect(await terms.getByRole('link', { name: EVIDENCE.url }).getAttribute('href')).toBe(EVIDENCE.url);
      expect(await terms.locator('img, b').count()).toBe(0);
      expect(record).toEqual({ foreignRequests: [], errors: [] });
      await context.close();
    });

    it('freezes an agent by mouse', async () => {
      const frozen = product.agent('agent_console_freezes');
      await frozen.api.registerWallet(frozen.agentId);
      const { page, record, context } = await open(`#/agents/${frozen.agentId}`);
      await page.getByRole('button', { name: 'Freeze', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `Freeze ${frozen.agentId}?` });
      await dialog.getByRole('button', { name: 'Keep it as it is' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect((await frozen.get(`/agent/wallets/${frozen.agentId}`)).body.agent_wallet.frozen).toBe(false);
      await page.getByRole('button', { name: 'Freeze', exact: true }).click();
      await dialog.getByRole('button', { name: 'Freeze', exact: true }).click();
      await page.getByText('Frozen since').waitFor();
      expect((await frozen.get(`/agent/wallets/${frozen.agentId}`)).body.agent_wallet.frozen).toBe(true);
      await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor({ state: 'detached' });
      expect(record).toEqual({ foreignRequests: [], errors: [] });
      await context.close();
    });

    it('cancels an intent by mouse', async () => {
      const cancelled = await agent.preview('claim_payout', NO_MARKET);
      const { page, record, context } = await open(`#/intents/${cancelled}`);
      await page.getByRole('button', { name: 'Cancel the intent' }).click();
      await page.locator('.head .badge', { hasText: 'Cancelled' }).waitFor();
      expect(await page.getByRole('button', { name: /Confirm|Execute|Cancel/ }).count()).toBe(0);
      expect((await agent.get(`/agent/intents/${cancelled}`)).body.intent.status).toBe('cancelled');
      expect(record).toEqual({ foreignRequests: [], errors: [] });
      await context.close();
    });

    it('shows the numbers of the API', async () => {
      const { page, context } = await open(placeOf('market'));
      const { market } = (await agent.get(`/markets/${marketId}`)).body;
      const pools = panel(page, 'Pools');
      await pools.waitFor();
      expect(await fact(pools, 'YES pool').innerText()).toBe(`${market.onchain.yes_pool} USDC`);
      expect(await fact(pools, 'NO pool').innerText()).toBe(`${market.onchain.no_pool} USDC`);
      const { quote } = (await agent.get(`/markets/${marketId}/quote?outcome=YES&amount=5`)).body;
      const buy = panel(page, 'Buy');
      expect(await fact(buy, 'Payout if won').innerText()).toBe(`${quote.payout_if_won} USDC`);
      expect(await fact(buy, 'Multiple').innerText()).toBe(`${quote.payout_multiple} ×`);

      await context.close();
    });

    it('shows each number of the API on the page of an agent', async () => {
      const { page, context } = await open(placeOf('agent'));
      await panel(page, 'Profit of decided markets').getByRole('row').nth(1).waitFor();
      await panel(page, 'Activity').getByRole('row').nth(1).waitFor();
      await panel(page, 'Balances').getByRole('row').nth(1).waitFor();
      await panel(page, 'Events').getByRole('row').nth(1).waitFor();
      const shown = await readPage(page);
      const expected = await agentNumbers(agent, [{ 'Change, USDC': '2', 'Profit, USDC': '2' }]);
      expect(shown.panels).toMatchObject(expected);
      expect(listUnexpected(shown, expected)).toEqual([]);
      await context.close();
    });

    it('shows the limits of the API as bars', async () => {
      const { page, context } = await open(placeOf('agent'));
      const { rules } = (await agent.get(`/agent/wallets/${agent.agentId}/budget`)).body.budget;
      const budget = panel(page, 'Budget');
      await budget.getByText('20 USDC at most', { exact: true }).waitFor();
      const bars = rules.filter(({ rule }: { rule: string }) => rule !== 'max_trade_amount');
      expect(bars.map(({ rule }: { rule: string }) => rule)).toEqual(['daily_limit', 'open_exposure_limit']);
      for (const { rule, limit, spent, reserved, headroom, resets_at } of bars) {
        const name = rule === 'daily_limit' ? 'Stake in 24 hours' : 'Stake in undecided markets';
        const shown = budget.getByRole('group', { name, exact: true });
        await shown.getByText(`${headroom} of ${limit} USDC left`, { exact: true }).waitFor();
        await shown.getByText(`${spent} USDC spent, ${reserved} USDC reserved`).waitFor();
        if (resets_at !== null) await shown.locator(`time[datetime="${resets_at}"]`).waitFor();
        const share = ((Number(spent) + Number(reserved)) / Number(limit)) * 100;
        const width = await shown
          .locator('.bar span')
          .evaluate(({ style }: { style: { width: string } }) => style.width);
        expect(Number.parseFloat(width)).toBeCloseTo(share);
      }
      await context.close();
    });

    it('shows each step of an execution at the wallet provider and on the chain', async () => {
      const { page, context } = await open(placeOf('intent'));
      const { execution_id } = await agent.latestExecution(intentId);
      const { execution } = (await agent.get(`/ops/executions/${execution_id}`)).body;
      const names: Record<string, string> = { approve: 'Step: approval', main: 'Step: action' };
      expect(execution.steps).toHaveLength(2);
      for (const step of execution.steps) {
        const shown = page.getByRole('group', { name: names[step.kind], exact: true });
        await fact(shown, 'Receipt')
          .filter({ hasText: `block ${step.block_number}` })
          .waitFor();
        for (const [name, value] of [
          ['Provider transaction', step.provider_transaction_id],
          ['Hash', step.transaction_hash],
          ['Receipt', step.block_hash],
        ]) {
          expect(await fact(shown, name).getByRole('button').getAttribute('title')).toBe(`Copy ${value}`);
        }
      }
      await context.close();
    });

    it('has the owner approve a buy above the limit, by the passcode of the e-mail', async () => {
      const [owned] = (await product.fundedAgents('agent_console_owned')) as [AgentClient];
      const user_email = `${owned.agentId}@example.com`;
      const wallet_update = { policy_metadata: { approval_above: '2' } };
      const start = await owned.post('/agent/onboarding/start', { agent_id: owned.agentId, user_email, wallet_update });
      const { onboarding_id } = start.body.onboarding;
      const otp = derivePasscode(product.stack.secrets.passcodeKey, onboarding_id);
      expect((await owned.post('/agent/onboarding/verify', { onboarding_id, otp })).status).toBe(200);
      const market = await product.createMarket(agent, 'console-approved');

      const { page, record, context } = await open(`#/agents/${owned.agentId}`);
      const limit = panel(page, 'Budget').getByRole('group', { name: 'Approval by the owner', exact: true });
      await limit.getByText('each buy above 2 USDC', { exact: true }).waitFor();
      const bought = await owned.confirmed('buy_yes', { ...market, amount: '2.5' });
      await page.goto(`${product.stack.api.url}/console#/intents/${bought}`);
      const notice = page.locator('.notice', { hasText: 'The owner must approve this intent' });
      await notice.getByText('its stake is above 2 USDC.').waitFor();
      const press = (name: string): Promise<void> =>
        keyboardUser.activate(page.getByRole('button', { name, exact: true }));
      await press('Execute');
      await page.getByRole('alert').getByText('agent_approval_required').waitFor();
      const { text } = await awaitMail(product, user_email, 'The passcode approves only this trade.');
      const [, passcode = ''] = /Your passcode is (\d{6})/.exec(text) ?? [];
      expect(await findViolations(page)).toEqual([]);
      await keyboardUser.fill(notice.getByLabel('Passcode'), passcode);
      await press('Approve');
      await page.getByText('Approved by the owner').waitFor();
      await notice.waitFor({ state: 'detached' });
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await press('Execute');
      await page.locator('.head .badge', { hasText: 'Executed' }).waitFor();
      expect(record).toEqual({ foreignRequests: [], errors: [] });
      await context.close();
    });

    it('reads further attempts and positions on demand', async () => {
      const { database, close } = await connectDatabase(product.stack.databaseUrl, 1);
      product.onStop(close);
      const rows = new ListRows(database);
      const failed = await rows.intent(agent.agentId, new Date());
      for (let minute = 0; minute < 21; minute += 1) {
        await rows.execution(failed, new Date(Date.UTC(2026, 0, 1, 0, minute)));
      }
      const { page, context } = await open(`#/intents/${failed}`);
      const attempts = page.getByRole('heading', { name: /^Execution, attempt/ });
      await page.getByRole('heading', { name: 'Execution, attempt 21', exact: true }).waitFor();
      expect(await attempts.count()).toBe(20);
      await page.getByRole('button', { name: 'Show earlier attempts' }).click();
      await page.getByRole('heading', { name: 'Execution, attempt 1', exact: true }).waitFor();
      expect(await attempts.count()).toBe(21);

      const listed = await rows.market('console-positions');
      for (let count = 0; count < 51; count += 1) await rows.owned('positions', 'market', listed, new Date());
      await page.goto(`${product.stack.api.url}/console#/markets/${listed}`);
      const positions = panel(page, 'Positions');
      await positions.getByRole('row').nth(50).waitFor();
      expect(await positions.getByRole('row').count()).toBe(51);
      await positions.getByRole('button', { name: 'Show more' }).click();
      await positions.getByRole('row').nth(51).waitFor();
      await context.close();
    });

    it('says that the API is gone, and catches up by itself with what happened meanwhile', async () => {
      const { page, context } = await open(placeOf('market'));
      const yesPool = fact(panel(page, 'Pools'), 'YES pool');
      await yesPool.waitFor();
      const before = await yesPool.innerText();
      const { market } = (await agent.get(`/markets/${marketId}`)).body;
      const { market_id, market_contract_address } = market.onchain;
      const loads: unknown[] = [];
      page.on('load', (loaded) => loads.push(loaded));
      // A buy is accepted by the API, and executed while no API runs.
      const [worker] = product.stack.workers;
      await worker?.stop();
      const buy = await agent.confirmed('buy_yes', { market_id, market_contract_address, amount: '1.7' });
      await agent.execute(buy, { prefer: 'respond-async' });
      await product.stack.api.kill('SIGKILL');
      await page.getByText('The API has not answered since').waitFor();
      await worker?.start();
      const database = await product.connectToDatabase();
      await eventually(
        async () => (await database.query('SELECT status FROM agent_intents WHERE id = $1', [buy])).rows,
        ([intent]) => intent?.status === 'executed',
      );
      await product.awaitReadModels();
      expect(await yesPool.innerText()).toBe(before);
      await page.getByText('The API has not answered since').waitFor();
      await product.stack.api.start();
      await page.getByText('The API has not answered since').waitFor({ state: 'detached' });
      await yesPool.filter({ hasText: '5.9 USDC' }).waitFor();
      expect(loads).toEqual([]);
      await context.close();
    });

    function placeOf(name: string): string {
      const places: Record<string, string> = {
        market: `#/markets/${marketId}`,
        agent: `#/agents/${agent.agentId}`,
        intent: `#/intents/${intentId}`,
        frozen: `#/agents/${FROZEN}`,
        'unknown intent': `#/intents/agent_intent_${'0'.repeat(32)}`,
        'unknown market': `#/markets/00000000-0000-4000-8000-00000000dead`,
      };
      return places[name] ?? `#/${name}`;
    }
  });
}
