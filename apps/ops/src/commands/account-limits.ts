import { InvalidArgumentError } from '@commander-js/extra-typings';
import {
  type AccountLimits,
  findAccountLimits,
  isEmailAddress,
  listAccountBudgets,
  lockAccountLimits,
  setAccountLimits,
} from '@app/agents';
import { isPlainDecimal, normalizeDecimal } from '@app/common';
import type { SqlSession } from '@app/persistence';
import { defineCommand, type OpsContext, type OpsResult, UsageError } from '../cli/command.js';
import { pick, table } from '../cli/table.js';
import { accountName, getAccount } from './accounts.js';

const ACCOUNT = ['<account>', 'name of an account, or the verified mailbox of agents without one'] as const;
const HEADINGS = ['RULE', 'LIMIT', 'SPENT', 'RESERVED', 'HEADROOM', 'RESETS'];
const MAX_DIGITS = 18;
const NONE = 'none';

/** Amounts, or `none`. */
interface LimitOptions {
  readonly daily?: string | undefined;
  readonly market?: string | undefined;
  readonly exposure?: string | undefined;
}

export const limitAccount = defineCommand({
  name: 'accounts limits',
  changes: true,
  define: (command, run) =>
    command
      .summary('Set the budgets of an account')
      .description(
        'Sets the budgets of all agents of an account together. An option that is absent keeps its limit, and ' +
          '`none` removes it. Amounts are in display units. A limit below what is spent or reserved refuses further buys ' +
          'and stops nothing that is accepted.',
      )
      .argument(...ACCOUNT, accountOrMailbox)
      .option('--daily <amount>', 'maximum stake within 24 hours', limit)
      .option('--market <amount>', 'maximum stake in one market', limit)
      .option('--exposure <amount>', 'maximum stake in markets that are neither resolved nor cancelled', limit)
      .action((account, options) => run((context) => change(context, account, options))),
});

async function change({ database }: OpsContext, name: string, options: LimitOptions): Promise<OpsResult> {
  const { daily, market, exposure } = options;
  if (daily === undefined && market === undefined && exposure === undefined) {
    throw new UsageError('name a limit: --daily, --market or --exposure');
  }
  const { limits, agents } = await database.transaction(async (tx) => {
    const account = await findLimitKey(tx, name);
    // Two operators who set different limits at the same time must not undo each other's change.
    await lockAccountLimits(tx, account);
    const current = await findAccountLimits(tx, account);
    const next: AccountLimits = {
      dailyLimit: changed(daily, current?.dailyLimit),
      marketLimit: changed(market, current?.marketLimit),
      openExposureLimit: changed(exposure, current?.openExposureLimit),
    };
    return { limits: next, agents: await setAccountLimits(tx, account, next) };
  });
  const texts = [
    `daily ${limits.dailyLimit ?? 'none'}`,
    `market ${limits.marketLimit ?? 'none'}`,
    `exposure ${limits.openExposureLimit ?? 'none'}`,
  ];
  return {
    lines: [`limits of ${name}: ${texts.join(', ')}; agents: ${agents}`],
    data: { account: name, limits, agents },
  };
}

export const showAccountBudget = defineCommand({
  name: 'accounts budget',
  changes: false,
  define: (command, run) =>
    command
      .description('Show the budgets of an account and their use')
      .argument(...ACCOUNT, accountOrMailbox)
      .action((account) => run((context) => show(context, account))),
});

async function show({ database }: OpsContext, name: string): Promise<OpsResult> {
  const budgets = await listAccountBudgets(database, await findLimitKey(database, name));
  const rows = budgets.map(pick('rule', 'limit', 'spent', 'reserved', 'headroom', 'resetsAt'));
  return { lines: table(HEADINGS, rows), data: { account: name, budgets } };
}

/** Key in `account_limits`. @throws {RefusedError} when no account has the name */
async function findLimitKey(sql: SqlSession, name: string): Promise<string> {
  if (!name.includes('@')) return `account:${(await getAccount(sql, name)).id}`;
  const row = await sql.queryOneOrFail<{ mailbox: string }>('SELECT mailbox_of($1) AS mailbox', [name]);
  return `mailbox:${row.mailbox}`;
}

function changed(change: string | undefined, current: string | null = null): string | null {
  if (change === undefined) return current;
  return change === NONE ? null : change;
}

function accountOrMailbox(text: string): string {
  return isEmailAddress(text) ? text : accountName(text);
}

/** Keeps `none`: commander replaces null by an empty text. */
function limit(text: string): string {
  if (text === NONE) return NONE;
  const [integer = '', fraction = ''] = text.split('.');
  if (isPlainDecimal(text) && integer.length <= MAX_DIGITS && fraction.length <= MAX_DIGITS)
    return normalizeDecimal(text);
  throw new InvalidArgumentError('It must be an amount such as 500 or 0.5, or none.');
}
