import { MARKET_PHASES, OUTCOME_NUMBER } from '@app/chain';
import { view } from './chain.js';
import type { ContractFixture } from './fixture.js';
import { balanceOf } from './ledger.js';
import { claimable, poolOf, stakeOf, type ModelMarket } from './model.js';

/** Compares the market's contract with the model: its state, the account's stakes and claims, and its balance. */
export async function compareState(fixture: ContractFixture, market: ModelMarket, account: string): Promise<void> {
  const at = ['market', market.address] as const;
  const [status, winner, totalYes, totalNo, yes, no, payout, refund, hasClaimed, isOpen, balance] =
    await fixture.chain.readAll([
      view(at, 'status', []),
      view(at, 'winningOutcome', []),
      view(at, 'totalYes', []),
      view(at, 'totalNo', []),
      view(at, 'yesPositions', [account]),
      view(at, 'noPositions', [account]),
      view(at, 'claimablePayout', [account]),
      view(at, 'claimableRefund', [account]),
      view(at, 'hasClaimed', [account]),
      view(at, 'isOpen', []),
      view(['token', fixture.collateral], 'balanceOf', [market.address]),
    ]);
  const owed = claimable(market, account);
  const found = { status, winner, totalYes, totalNo, yes, no, payout, refund, hasClaimed, isOpen, balance };
  expect(found).toEqual({
    status: BigInt(MARKET_PHASES.indexOf(market.status)),
    winner: market.winner === null ? 0n : BigInt(OUTCOME_NUMBER[market.winner]),
    totalYes: poolOf(market, 'YES'),
    totalNo: poolOf(market, 'NO'),
    yes: stakeOf(market, 'YES', account),
    no: stakeOf(market, 'NO', account),
    payout: owed.payout,
    refund: owed.refund,
    hasClaimed: market.paid.has(account),
    isOpen: market.status === 'open' && fixture.chain.now + 1 < market.closeTime,
    balance: balanceOf(market),
  });
}
