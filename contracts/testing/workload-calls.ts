import { type MarketCall, marketInterface } from '@app/chain';
import type { Transaction } from './chain.js';
import type { ModelCall, ModelOnce } from './model.js';
import { buildTransaction } from './fixture.js';

/** Converts the model's ref and deadline to the encoder's. */
export function chainOnce(once: ModelOnce | undefined): { ref: string; deadlineSeconds: number } | undefined {
  return once === undefined ? undefined : { ref: once.ref, deadlineSeconds: once.deadline };
}

/** Builds the transaction of one workload step. */
export function transactionFor(from: string, to: string, call: ModelCall, once?: ModelOnce): Transaction {
  if (call.function === 'resolve') return { from, to, data: resolveData(call.outcome, once) };
  const typed: MarketCall =
    'amount' in call
      ? { function: call.function, amountBaseUnits: call.amount, minPayoutBaseUnits: call.minPayout }
      : { function: call.function };
  return buildTransaction(from, to, typed, chainOnce(once));
}

/** Encodes by hand: `encodeMarketCall` does not accept an invalid outcome. */
function resolveData(outcome: number, once: ModelOnce | undefined): string {
  return once === undefined
    ? marketInterface.encodeFunctionData('resolve(uint8)', [outcome])
    : marketInterface.encodeFunctionData('resolve(uint8,bytes32,uint64)', [outcome, once.ref, once.deadline]);
}
