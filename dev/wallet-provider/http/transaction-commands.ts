import { JsonRpcError } from '@app/common';
import type { Static } from '@sinclair/typebox';
import { presentFee, suggestFees, type TransactionFeeDto } from '../domain/fees.js';
import { ProviderError } from '../domain/provider-error.js';
import { newProviderId } from '../domain/provider-id.js';
import type { FeeLevel, TransactionRecord } from '../domain/transaction.js';
import { withMargin } from '../engine/call-planner.js';
import type { Fault } from '../faults/fault-catalogue.js';
import { scriptOf } from '../faults/transaction-faults.js';
import type { Command } from './commands.js';
import {
  type ContractExecutionBody,
  type EstimateFeeBody,
  parseContractCall,
  parseFees,
  parseSender,
} from './contract-execution.js';
import type { TransactionContext } from './transaction-context.js';

/** Estimates the fees of a call for each level. @throws ProviderError when the call reverts */
export async function estimateFee(
  { blockchain, chain, registry }: TransactionContext,
  body: Static<typeof EstimateFeeBody>,
): Promise<Record<'low' | 'medium' | 'high', TransactionFeeDto>> {
  const findSender = parseSender(registry, { ...body, address: body.sourceAddress }, blockchain);
  const { contractAddress, callData, valueWei } = parseContractCall(body);
  const { address } = findSender();
  try {
    const request = { from: address, to: contractAddress, data: callData, valueWei };
    const [estimate, baseFeeWei] = await Promise.all([chain.estimateGas(request), chain.baseFeeWei()]);
    const feeOf = (level: FeeLevel) => presentFee(withMargin(estimate), suggestFees(baseFeeWei, level));
    return { low: feeOf('LOW'), medium: feeOf('MEDIUM'), high: feeOf('HIGH') };
  } catch (error) {
    throw error instanceof JsonRpcError ? new ProviderError('estimateReverted') : error;
  }
}

export function createContractExecution(
  { blockchain, clock, engine, registry, sequence }: TransactionContext,
  body: Static<typeof ContractExecutionBody>,
  faults: readonly Fault[],
): Command {
  const findSender = parseSender(registry, { ...body, address: body.walletAddress }, blockchain);
  const { valueWei, ...call } = parseContractCall(body);
  const fees = parseFees(body, call.callData);
  return {
    endpoint: 'createContractExecution',
    newStatus: 201,
    prepare: () => {
      const wallet = findSender();
      const nowMs = clock.nowMs();
      const record: TransactionRecord = {
        id: newProviderId(),
        seq: sequence.next(),
        accountId: wallet.id,
        blockchain,
        sourceAddress: wallet.address,
        ...call,
        valueWei: valueWei.toString(),
        fees,
        refId: body.refId ?? '',
        script: scriptOf(faults),
        createDateMs: nowMs,
        updateDateMs: nowMs,
        state: 'INITIATED',
        attempts: [],
      };
      return { data: { id: record.id, state: 'INITIATED' }, ...engine.prepare(record, { listed: true }) };
    },
  };
}

export function cancelTransaction({ engine, transactions }: TransactionContext, id: string): Command {
  return {
    endpoint: `cancelTransaction ${id}`,
    newStatus: 200,
    prepare: async () => {
      const prepared = await engine.prepareCancel(id);
      const record = await transactions.find(id);
      return { data: { id, state: record?.state ?? 'CANCELLED' }, ...prepared };
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
