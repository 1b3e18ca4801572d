import type { SqlSession } from '@app/persistence';
import { type AccountLimits, type Budget, BUDGET_RULES } from './budget.js';
import { BUDGET_SQL } from './budget-columns.js';

/**
 * SQL expression: key of the advisory lock of an account's limits.
 * @param account SQL expression for the key in `account_limits`
 */
function limitsLock(account: string): string {
  return `hashtextextended('limits of ' || ${account}, 0)`;
}

/**
 * SQL expression to call before an agent joins an account, and before its wallet is locked. Until the transaction ends, the
 * limits of the account stay. Limits that were set at the same time would not reach the wallet.
 * @param account SQL expression for the key in `account_limits`
 */
export function lockToJoin(account: string): string {
  return `pg_advisory_xact_lock_shared(${limitsLock(account)})`;
}

/** Excludes other changes of an account's limits, and agents that join it, until the transaction ends. */
export async function lockAccountLimits(tx: SqlSession, account: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${limitsLock('$1')})`, [account]);
}

/**
 * Sets the limits of an account, or removes them when all are null. Runs in the caller's transaction. Waits for agents that
 * join the account. Locks the wallets of the account and raises their policy versions, so that each acceptance sees the
 * limits before or after the change. Then locks the limits: an acceptance takes these locks in the same order. Safe to
 * repeat.
 * @param account key in `account_limits`
 * @returns number of wallets of the account
 */
export async function setAccountLimits(tx: SqlSession, account: string, limits: AccountLimits): Promise<number> {
  await lockAccountLimits(tx, account);
  const wallets = await tx.query(
    `UPDATE agent_wallets SET policy_version = policy_version + 1
     WHERE id IN (SELECT id FROM agent_wallets WHERE id IN (SELECT wallets_of_account($1)) ORDER BY id FOR UPDATE)
     RETURNING 1`,
    [account],
  );
  const { dailyLimit, marketLimit, openExposureLimit } = limits;
  if (dailyLimit === null && marketLimit === null && openExposureLimit === null) {
    await tx.query('DELETE FROM account_limits WHERE account = $1', [account]);
    return wallets.length;
  }
  await tx.query(
    `INSERT INTO account_limits (account, daily_limit, market_limit, open_exposure_limit) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account) DO UPDATE SET daily_limit = excluded.daily_limit, market_limit = excluded.market_limit,
       open_exposure_limit = excluded.open_exposure_limit, updated_at = now()`,
    [account, dailyLimit, marketLimit, openExposureLimit],
  );
  return wallets.length;
}

/** Reads the budgets of an account with their use; none without limits. */
export async function listAccountBudgets(sql: SqlSession, account: string): Promise<Budget[]> {
  const rows = await sql.query<{ budget: Budget }>(
    `SELECT ${BUDGET_SQL} AS budget
     FROM (SELECT wallets_of_account($1) AS id LIMIT 1) AS w CROSS JOIN LATERAL budget_rules(w.id, NULL) AS r
     WHERE r.scope = 'account'`,
    [account],
  );
  if (rows.length > 0) return rows.map(({ budget }) => budget);
  const limits = await findAccountLimits(sql, account);
  return limits === null ? [] : unusedBudgets(limits);
}

/** Budgets of an account without agents. */
function unusedBudgets({ dailyLimit, marketLimit, openExposureLimit }: AccountLimits): Budget[] {
  const limits = {
    daily_limit: dailyLimit,
    market_limit: marketLimit,
    open_exposure_limit: openExposureLimit,
    total_limit: null, // of agents only
  };
  return BUDGET_RULES.flatMap((rule): Budget[] => {
    const limit = limits[rule];
    if (limit === null) return [];
    const use = { spent: '0', reserved: '0', headroom: limit, resetsAt: null, marketContractAddress: null };
    return [{ scope: 'account', rule, limit, ...use }];
  });
}

/** Reads the limits of an account; null for none. */
export function findAccountLimits(sql: SqlSession, account: string): Promise<AccountLimits | null> {
  return sql.queryOne<{ [Key in keyof AccountLimits]: AccountLimits[Key] }>(
    `SELECT trim_scale(daily_limit)::text AS "dailyLimit", trim_scale(market_limit)::text AS "marketLimit",
       trim_scale(open_exposure_limit)::text AS "openExposureLimit"
     FROM account_limits WHERE account = $1`,
    [account],
  );
}
