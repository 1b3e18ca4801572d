import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { ChainClient } from './chain-client.js';
import { type ConsoleUser, fact, panel } from './console-user.js';

const LIFE_S = 600;

/** Longer than an execution takes on a slow machine. */
export const CONSOLE_TIMEOUT_MS = 60_000;

interface ConsoleLife {
  readonly page: Page;
  readonly user: ConsoleUser;
  readonly chain: ChainClient;
  /** Suffix of the names of agent and market. */
  readonly suffix: string;
}

/** Lives through a market in the console: register, create, buy on both outcomes, resolve, claim. */
export async function liveThroughAMarket({ page, user, chain, suffix }: ConsoleLife): Promise<void> {
  const agent = `agent_console_${suffix}`;
  const question = `Will the ${suffix} do?`;
  const press = (name: string, scope: Page | Locator = page): Promise<void> =>
    user.activate(scope.getByRole('button', { name, exact: true }));
  const visit = (name: string): Promise<void> => user.activate(page.getByRole('link', { name, exact: true }).first());
  const carryOut = async (action: string): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: action }).waitFor();
    expect(await page.getByRole('button', { name: 'Execute', exact: true }).count()).toBe(0); // before the plan
    await press('Confirm');
    await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
    await press('Execute');
    await page.locator('.head .badge', { hasText: 'Executed' }).waitFor();
  };
  const openMarket = async (): Promise<void> => {
    await visit('Markets');
    await visit(question);
    await page.getByRole('heading', { level: 1, name: question }).waitFor();
  };

  await visit('Agents');
  const registration = panel(page, 'Register an agent');
  await user.fill(registration.getByLabel('Agent'), agent);
  await press('Register', registration);
  await page.getByRole('heading', { level: 1, name: agent }).waitFor();
  await press('Request test tokens');
  await panel(page, 'Balances').getByRole('cell', { name: '1,000', exact: false }).first().waitFor();

  await visit('Markets');
  await user.activate(page.getByText('New market', { exact: true }));
  await user.fill(page.getByLabel('Question'), question);
  await user.fill(page.getByLabel('Name of the market'), `console-${suffix}`);
  const closeS = (await chain.now()) + LIFE_S;
  await user.fill(page.getByLabel('Buying ends, UTC'), new Date(closeS * 1_000).toISOString().slice(0, 16));
  await press('Preview');
  await carryOut('Create market');

  for (const [outcome, amount] of [
    ['YES', '7.5'],
    ['NO', '2.5'],
  ] as const) {
    await openMarket();
    const buy = panel(page, 'Buy');
    await user.check(buy.getByLabel(outcome));
    await user.fill(buy.getByLabel('Stake, USDC'), amount);
    await press('Preview', buy);
    await carryOut(`Buy ${outcome.toLowerCase()}`);
  }

  await chain.reach(closeS);
  await openMarket();
  await fact(panel(page, 'Pools'), 'YES pool').filter({ hasText: '7.5 USDC' }).waitFor();
  const actions = panel(page, 'Other actions');
  await user.choose(actions.getByLabel('Action'), 'Resolve a market for YES');
  await press('Preview', actions);
  await carryOut('Resolve market');

  await visit('Agents');
  await press('Open', panel(page, 'Open an agent'));
  await press('Preview the claim');
  await carryOut('Claim payout');
}
