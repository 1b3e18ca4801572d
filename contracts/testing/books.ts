import assert from 'node:assert/strict';
import { claimable, payoutOf, poolOf, stakeOf, type ModelMarket } from './model.js';

/** What the market holds: everything staked or given, less what it has paid. */
export function balanceOf(market: ModelMarket): bigint {
  return poolOf(market, 'YES') + poolOf(market, 'NO') - sum(market.paid.values()) + market.donated;
}

/** The market can pay all that it owes, without anybody's donation. */
export function checkSolvency(market: ModelMarket, accounts: readonly string[]): void {
  const debts = accounts.map((account) => claimable(market, account)).map(({ payout, refund }) => payout + refund);
  assert(balanceOf(market) - market.donated >= sum(debts), 'the market owes more than it holds');
}

/**
 * When everyone has claimed: deposits = payouts + dust, the dust is smaller than the number of winners, no winner has
 * less than the stake, and two winners together have not been paid more than one would have been with both stakes.
 */
export function checkBooks(market: ModelMarket): void {
  const [yes, no] = [poolOf(market, 'YES'), poolOf(market, 'NO')];
  const dust = yes + no - sum(market.paid.values());
  const { winner } = market;
  if (winner === null) {
    assert.equal(dust, 0n, 'a refund is missing');
    return;
  }
  assert(dust >= 0n && dust < BigInt(market.paid.size), 'the dust is not smaller than the number of winners');
  const [winning, losing] = winner === 'YES' ? [yes, no] : [no, yes];
  const winners = [...market.paid].map(([account, paid]) => ({ stake: stakeOf(market, winner, account), paid }));
  for (const [index, one] of winners.entries()) {
    assert(one.paid >= one.stake, 'a winner got less than the stake');
    for (const other of winners.slice(index + 1)) {
      const together = payoutOf(one.stake + other.stake, winning, losing);
      assert(together >= one.paid + other.paid, 'splitting a stake paid more');
    }
  }
}

function sum(values: Iterable<bigint>): bigint {
  return [...values].reduce((total, value) => total + value, 0n);
}
