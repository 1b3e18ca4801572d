import assert from 'node:assert/strict';
import { claimable, computePayout, poolOf, stakeOf, type ModelMarket } from './model.js';

/** Expected token balance of the market: stakes and donations less payments. */
export function balanceOf(market: ModelMarket): bigint {
  return poolOf(market, 'YES') + poolOf(market, 'NO') - sum(market.paid.values()) + market.donated;
}

/** Asserts that the market can pay every claim without donations. */
export function checkSolvency(market: ModelMarket, accounts: readonly string[]): void {
  const debts = accounts.map((account) => claimable(market, account)).map(({ payout, refund }) => payout + refund);
  assert(balanceOf(market) - market.donated >= sum(debts), 'the market owes more than it holds');
}

/**
 * Asserts the accounts of a market after every claim:
 * - deposits equal payouts plus dust, and the dust is smaller than the number of winners;
 * - no winner got less than the stake;
 * - splitting a stake between two accounts never paid more than one account would have got.
 */
export function checkLedger(market: ModelMarket): void {
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
      const together = computePayout(one.stake + other.stake, winning, losing);
      assert(together >= one.paid + other.paid, 'splitting a stake paid more');
    }
  }
}

function sum(values: Iterable<bigint>): bigint {
  return [...values].reduce((total, value) => total + value, 0n);
}
