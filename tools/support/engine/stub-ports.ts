import { createHash, randomUUID } from 'node:crypto';
import {
  type CallRequest,
  Chain,
  type ChainHead,
  type Effect,
  type GasPrice,
  type MarketState,
  type Readback,
  type Receipt,
  type RefState,
  type Simulation,
} from '@app/chain';
import { canonicalJson } from '@app/common';
import { Custody, type PreparedTransaction, type ProviderTransaction, type TransactionRequest } from '@app/engine';
import { parseJson, textAt } from '../json.js';
import type { CallLogs } from './call-logs.js';

const BLOCK = { blockNumber: 1, blockHash: `0x${'b1'.repeat(32)}` };
const UNLIMITED = 10n ** 30n;

/** A custody that completes every transaction at once, so that only the engine's time is measured. */
export class StubCustody extends Custody {
  /** @param onSubmit called with the body of every submission */
  constructor(
    private readonly logs: CallLogs,
    private readonly onSubmit: (body: string) => void = () => undefined,
  ) {
    super();
  }

  prepare(request: TransactionRequest): Promise<PreparedTransaction> {
    return Promise.resolve({ body: encodeBody(request), hash: null });
  }

  isBodyFor(body: string, request: TransactionRequest): boolean {
    return body === encodeBody(request);
  }

  submit(body: string): Promise<{ transactionId: string }> {
    this.onSubmit(body);
    const transactionId = randomUUID();
    const request = parseJson(body);
    const callData = textAt(request, 'callData');
    this.logs.called(callData, { from: textAt(request, 'walletAddress'), to: textAt(request, 'contractAddress') });
    this.logs.mined(computeHash(transactionId), callData);
    return Promise.resolve({ transactionId });
  }

  find({ transactionId: id }: { transactionId: string }): Promise<ProviderTransaction> {
    const transaction = { id, transactionHash: computeHash(id), errorReason: null, refId: '' };
    return Promise.resolve({ ...transaction, state: 'complete' });
  }

  probe(): Promise<void> {
    return Promise.resolve();
  }

  listByRef(): Promise<ProviderTransaction[]> {
    return unsupported();
  }

  accelerate(): Promise<{ transactionId: string }> {
    return unsupported();
  }

  topUpGas(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

function encodeBody({ providerWalletId: walletId, ...rest }: TransactionRequest): string {
  return canonicalJson({ ...rest, walletId, feeLevel: 'MEDIUM' });
}

/** A chain that answers at once, on which every claim succeeds, and every buy after the first approval of its wallet. */
export class StubChain extends Chain {
  constructor(private readonly logs: CallLogs) {
    super();
  }

  simulate({ callData, ...call }: CallRequest): Promise<Simulation> {
    this.logs.called(callData, call);
    const isRefused = this.logs.lacksAllowance(callData, call.from);
    return Promise.resolve(isRefused ? { ok: false, contractError: 'ERC20InsufficientAllowance' } : { ok: true });
  }

  receipt(transactionHash: string): Promise<Receipt | null> {
    return Promise.resolve({ transactionHash, succeeded: true, ...BLOCK, logs: this.logs.of(transactionHash) });
  }

  transaction(): Promise<CallRequest | null> {
    return unsupported();
  }

  head(): Promise<ChainHead> {
    return Promise.resolve({ ...BLOCK, timestampMs: Date.now() });
  }

  isMarket(): Promise<boolean> {
    return Promise.resolve(true);
  }

  nativeBalance(): Promise<bigint> {
    return Promise.resolve(UNLIMITED);
  }

  collateralBalance(): Promise<bigint> {
    return Promise.resolve(UNLIMITED);
  }

  gasPrice(): Promise<GasPrice> {
    return Promise.resolve({ maxFeeWei: 1n, presentWei: 1n });
  }

  readback(): Promise<Readback> {
    return Promise.resolve({ market_status: '2', winning_outcome: '1', claimable_payout: '0', has_claimed: true });
  }

  allowance(): Promise<bigint> {
    return unsupported();
  }

  marketState(): Promise<MarketState> {
    return unsupported();
  }

  refState(): Promise<RefState> {
    return unsupported();
  }

  findEffect(): Promise<Effect | null> {
    return unsupported();
  }
}

/** Derives a transaction hash from a transaction id. */
export function computeHash(id: string): string {
  return `0x${createHash('sha256').update(id).digest('hex')}`;
}

function unsupported(): Promise<never> {
  return Promise.reject(new Error('the stub does not support this call'));
}
