import type { Clock } from '@app/common';
import type { Chain } from '../chain/chain.js';
import { JsonRpcError } from '../chain/json-rpc.js';
import { presentFee, suggestFees } from '../domain/fees.js';
import { ProviderError } from '../domain/provider-error.js';
import { newProviderId } from '../domain/provider-id.js';
import type { Sequence } from '../domain/sequence.js';
import type { TransactionRecord } from '../domain/transaction.js';
import { withMargin } from '../engine/call-planner.js';
import type { TransactionBook } from '../engine/transaction-book.js';
import type { TransactionEngine } from '../engine/transaction-engine.js';
import type { Answer } from '../faults/request-faults.js';
import { scriptOf } from '../faults/transaction-faults.js';
import type { ProviderStore } from '../store/provider-store.js';
import type { WalletRegistry } from '../store/wallet-registry.js';
import type { Commands } from './commands.js';
import { parseContractCall, parseFees, parseSender } from './contract-execution.js';
import { Fields } from './fields.js';
import { type Call, ok, type Operation } from './operation.js';
import { getLowestNonceTransaction, getTransaction, listTransactions } from './transaction.queries.js';

const BASE = '/v1/w3s/transactions';
const DEVELOPER_BASE = '/v1/w3s/developer/transactions';

export interface TransactionOperationsContext {
  readonly blockchain: string;
  readonly book: TransactionBook;
  readonly chain: Chain;
  readonly clock: Clock;
  readonly commands: Commands;
  readonly engine: TransactionEngine;
  readonly registry: WalletRegistry;
  readonly sequence: Sequence;
  readonly store: ProviderStore;
}

export function transactionOperations(context: TransactionOperationsContext): Operation[] {
  const on = (handler: (context: TransactionOperationsContext, call: Call) => Promise<Answer>) => (call: Call) =>
    handler(context, call);
  const subject = 'transaction';
  return [
    {
      name: 'estimateContractExecution',
      method: 'POST',
      path: `${BASE}/contractExecution/estimateFee`,
      handle: on(estimateFee),
    },
    {
      name: 'createContractExecution',
      method: 'POST',
      path: `${DEVELOPER_BASE}/contractExecution`,
      handle: on(createContractExecution),
    },
    { name: 'listTransactions', method: 'GET', path: BASE, handle: on(listTransactions) },
    {
      name: 'getLowestNonceTransaction',
      method: 'GET',
      path: `${BASE}/lowestNonceTransaction`,
      handle: on(getLowestNonceTransaction),
    },
    { name: 'getTransaction', method: 'GET', path: `${BASE}/:id`, subject, handle: on(getTransaction) },
    {
      name: 'cancelTransaction',
      method: 'POST',
      path: `${DEVELOPER_BASE}/:id/cancel`,
      subject,
      handle: on(cancelTransaction),
    },
    {
      name: 'accelerateTransaction',
      method: 'POST',
      path: `${DEVELOPER_BASE}/:id/accelerate`,
      subject,
      handle: on(accelerateTransaction),
    },
  ];
}

async function estimateFee({ blockchain, chain, registry }: TransactionOperationsContext, call: Call): Promise<Answer> {
  const fields = new Fields(call.body, 'body');
  const findSender = parseSender(fields, registry, { addressField: 'sourceAddress', served: blockchain });
  const { contractAddress, callData, valueWei } = parseContractCall(fields);
  const { address } = findSender();
  const request = { from: address, to: contractAddress, data: callData, valueWei };
  try {
    const [estimate, baseFeeWei] = await Promise.all([chain.estimateGas(request), chain.baseFeeWei()]);
    const at = (level: 'LOW' | 'MEDIUM' | 'HIGH') => presentFee(withMargin(estimate), suggestFees(baseFeeWei, level));
    return ok({ low: at('LOW'), medium: at('MEDIUM'), high: at('HIGH') });
  } catch (error) {
    if (error instanceof JsonRpcError) throw new ProviderError('estimateReverted');
    throw error;
  }
}

function createContractExecution(context: TransactionOperationsContext, call: Call): Promise<Answer> {
  const { blockchain, clock, commands, engine, registry, sequence } = context;
  const fields = new Fields(call.body, 'body');
  const findSender = parseSender(fields, registry, { addressField: 'walletAddress', served: blockchain });
  const refId = fields.text('refId') ?? '';
  const { valueWei, ...target } = parseContractCall(fields);
  const fees = parseFees(fields, target.callData);
  return commands.run(call, {
    endpoint: 'createContractExecution',
    newStatus: 201,
    prepare: () => {
      const wallet = findSender();
      const nowMs = clock.nowMs();
      const record: TransactionRecord = {
        ...{
          id: newProviderId(),
          seq: sequence.next(),
          accountId: wallet.id,
          blockchain,
          sourceAddress: wallet.address,
        },
        ...{ ...target, valueWei: valueWei.toString(), fees, refId, script: scriptOf(call.faults) },
        ...{ createDateMs: nowMs, updateDateMs: nowMs, state: 'INITIATED', attempts: [] },
      };
      return { data: { id: record.id, state: 'INITIATED' }, ...engine.prepare(record, { listed: true }) };
    },
  });
}

function cancelTransaction({ book, commands, engine }: TransactionOperationsContext, call: Call): Promise<Answer> {
  return commands.run(call, {
    endpoint: `cancelTransaction ${call.id}`,
    newStatus: 200,
    prepare: async () => {
      const prepared = await engine.prepareCancel(call.id);
      const record = await book.find(call.id);
      return { data: { id: call.id, state: record?.state ?? 'CANCELLED' }, ...prepared };
    },
  });
}

/** The id stays: the contract leaves open whether it does. */
function accelerateTransaction({ commands, engine }: TransactionOperationsContext, call: Call): Promise<Answer> {
  return commands.run(call, {
    endpoint: `accelerateTransaction ${call.id}`,
    newStatus: 200,
    prepare: async () => ({ data: { id: call.id }, ...(await engine.prepareAccelerate(call.id)) }),
  });
}
