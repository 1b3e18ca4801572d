import { type Clock, JsonRpcError } from '@app/common';
import type { Static } from '@sinclair/typebox';
import { presentFee, suggestFees, type TransactionFeeDto } from '../domain/fees.js';
import { ProviderError } from '../domain/provider-error.js';
import { type FeeLevel, newTransaction } from '../domain/transaction.js';
import type { Chain } from '../chain/chain.js';
import { withMargin } from '../engine/call-planner.js';
import type { Fault } from '../faults/fault-catalogue.js';
import { toScript } from '../faults/apply-faults.js';
import type { TransactionEngine } from '../engine/transaction-engine.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { Command, Commands } from './commands.js';
import {
  type ContractExecutionBody,
  type EstimateFeeBody,
  parseContractCall,
  parseFees,
  parseSender,
} from './contract-execution.js';

export interface TransactionContext {
  readonly blockchain: string;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly commands: Commands;
  readonly engine: TransactionEngine;
  readonly store: ProviderStore;
}

/** Estimates the fees of a call for each level. @throws ProviderError when the call reverts */
export async function estimateFee(
  { blockchain, chain, store }: TransactionContext,
  body: Static<typeof EstimateFeeBody>,
): Promise<Record<'low' | 'medium' | 'high', TransactionFeeDto>> {
  const findSender = parseSender(store, { ...body, address: body.sourceAddress }, blockchain);
  const { contractAddress, callData, valueWei } = parseContractCall(body);
  const { address } = findSender();
  try {
    const request = { from: address, to: contractAddress, data: callData, valueWei };
    const [estimate, baseFeeWei] = await Promise.all([chain.estimateGas(request), chain.baseFeeWei()]);
    const suggestFee = (level: FeeLevel) => presentFee(withMargin(estimate), suggestFees(baseFeeWei, level));
    return { low: suggestFee('LOW'), medium: suggestFee('MEDIUM'), high: suggestFee('HIGH') };
  } catch (error) {
    throw error instanceof JsonRpcError ? new ProviderError('estimateReverted') : error;
  }
}

export function createContractExecution(
  { blockchain, clock, engine, store }: TransactionContext,
  body: Static<typeof ContractExecutionBody>,
  faults: readonly Fault[],
): Command {
  const findSender = parseSender(store, { ...body, address: body.walletAddress }, blockchain);
  const { valueWei, ...call } = parseContractCall(body);
  const fees = parseFees(body, call.callData);
  return {
    endpoint: 'createContractExecution',
    newStatus: 201,
    prepare: () => {
      const { id: accountId, address: sourceAddress } = findSender();
      const record = newTransaction(clock.nowMs(), {
        accountId,
        sourceAddress,
        blockchain,
        ...call,
        fees,
        valueWei: valueWei.toString(),
        refId: body.refId ?? '',
        script: toScript(faults),
      });
      return { data: { id: record.id, state: 'INITIATED' }, ...engine.prepare(record) };
    },
  };
}

export function cancelTransaction({ engine, store }: TransactionContext, id: string): Command {
  return {
    endpoint: `cancelTransaction ${id}`,
    newStatus: 200,
    prepare: async () => {
      const prepared = await engine.prepareCancel(id);
      return { data: { id, state: store.getTransaction(id).state }, ...prepared };
    },
  };
}

/** Keeps the id; the contract leaves open whether an accelerated transaction gets a new one. */
export function accelerateTransaction({ engine }: TransactionContext, id: string): Command {
  return {
    endpoint: `accelerateTransaction ${id}`,
    newStatus: 200,
    prepare: async () => ({ data: { id }, ...(await engine.prepareAccelerate(id)) }),
  };
}
