import { JsonRpcError, JsonRpcUnavailableError } from '@app/common';
import { type Fees, minimumGas, suggestFees } from '../domain/fees.js';
import type { Ending, TransactionRecord } from '../domain/transaction.js';
import type { Chain } from '../chain/chain.js';

/** Gas of a call without estimate: the script lets it revert on the chain. */
const UNESTIMATED_GAS = 1_000_000n;

export interface CallPlan {
  readonly gasLimit: bigint;
  readonly fees: Fees;
}

/** Plans gas and fees, and checks that the wallet can pay. @throws {JsonRpcUnavailableError} */
export async function planCall(chain: Chain, record: TransactionRecord): Promise<CallPlan | Ending> {
  const [balanceWei, baseFeeWei, estimate] = await Promise.all([
    chain.balanceWei(record.sourceAddress, 'pending'),
    chain.baseFeeWei(),
    estimateGas(chain, record),
  ]);
  const valueWei = BigInt(record.valueWei);
  if (balanceWei < valueWei) return insufficient(balanceWei, valueWei);
  if (typeof estimate !== 'bigint') return estimate;
  const gasLimit = record.script.gas === undefined ? withMargin(estimate) : estimate;
  const fees = suggestFees(baseFeeWei, record.feeLevel);
  const costWei = valueWei + gasLimit * fees.maxFeeWei;
  return balanceWei < costWei ? insufficient(balanceWei, costWei) : { gasLimit, fees };
}

/** Adds a third: an earlier transaction in the block can raise the cost of a call. */
function withMargin(estimate: bigint): bigint {
  return (estimate * 4n) / 3n;
}

async function estimateGas(chain: Chain, record: TransactionRecord): Promise<bigint | Ending> {
  if (record.script.gas === 'skip-estimation') return UNESTIMATED_GAS;
  if (record.script.gas === 'out-of-gas') return minimumGas(record.callData);
  try {
    return await chain.estimateGas({
      from: record.sourceAddress,
      to: record.contractAddress,
      data: record.callData,
      valueWei: BigInt(record.valueWei),
    });
  } catch (error) {
    if (error instanceof JsonRpcError)
      return { state: 'FAILED', errorReason: 'ESTIMATION_ERROR', errorDetails: error.message };
    throw error instanceof JsonRpcUnavailableError ? error : new JsonRpcUnavailableError(error);
  }
}

function insufficient(balanceWei: bigint, costWei: bigint): Ending {
  return {
    state: 'FAILED',
    errorReason: 'INSUFFICIENT_NATIVE_TOKEN',
    errorDetails: `the wallet holds ${balanceWei} wei and needs ${costWei}`,
  };
}
