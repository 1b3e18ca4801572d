import { encodeMarketCall, type MarketCall } from '@app/contracts';
import type { Random } from '../../../support/random.js';
import type { PendingTransaction } from '../chain/ledger.js';
import { OTHER_TRADER } from '../scenario/initial-state.js';

/** Bundles calls of several wallets. */
const BUNDLER = `0x${'b0'.repeat(20)}`;

interface StrangerRequest {
  random: Random;
  /** The wallet whose transaction is not the one under the hash. */
  from: string;
  contractAddress: string;
}

type StrangerCall = Omit<PendingTransaction, 'hash'>;

/** Transaction of someone else, or of the wallet without an effect, whose hash the provider names as the step's. */
export function strangerCall({ random, from, contractAddress: to }: StrangerRequest): StrangerCall {
  const once = {
    ref: `0x${random.between(1, 1e9).toString(16).padStart(64, 'f')}`,
    deadlineSeconds: Number.MAX_SAFE_INTEGER,
  };
  const act = (call: MarketCall): StrangerCall => ({
    from: OTHER_TRADER,
    to,
    callData: encodeMarketCall(call, once).callData,
    heldUntilMs: 0,
  });
  return random.pick([
    // Succeeds on the same market.
    act({ function: 'buyYes', amountBaseUnits: 1_000_000n, minPayoutBaseUnits: 0n }),
    // Reverts: the account has nothing to claim.
    act({ function: 'claimRefund' }),
    // A replacement that cancels: an empty transfer of the wallet to itself.
    { from, to: from, callData: '0x', heldUntilMs: 0 },
    // A bundle that succeeds although the wallet's call in it reverts.
    { from: BUNDLER, to: BUNDLER, callData: '0x', heldUntilMs: 0 },
  ]);
}
