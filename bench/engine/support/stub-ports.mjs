// A provider and a chain that answer at once and always well: what is left is the engine.
import { createHash, randomUUID } from 'node:crypto';
import { Chain, WalletProvider } from '../../../dist/libs/engine/src/index.js';

const BLOCK = { blockNumber: 1, blockHash: `0x${'b1'.repeat(32)}` };
const PLENTY = 10n ** 30n;

export class StubProvider extends WalletProvider {
  /** @param onSubmit is told the body of every submission */
  constructor(onSubmit = () => undefined) {
    super();
    this.onSubmit = onSubmit;
  }

  transactionBody({ idempotencyKey, providerWalletId, contractAddress, callData, refId }) {
    return { idempotencyKey, walletId: providerWalletId, contractAddress, callData, feeLevel: 'MEDIUM', refId };
  }

  async submit(body) {
    this.onSubmit(body);
    return { transactionId: randomUUID() };
  }

  async findTransaction({ id }) {
    return { id, state: 'complete', transactionHash: hashOf(id), errorReason: null, refId: '', contractAddress: null };
  }

  async probe() {}
}

export class StubChain extends Chain {
  async simulate() {
    return { ok: true };
  }

  async receipt(transactionHash) {
    return { transactionHash, succeeded: true, ...BLOCK, logs: [] };
  }

  async head() {
    return { ...BLOCK, timestampMs: Date.now() };
  }

  async isMarket() {
    return true;
  }

  async holdings() {
    return { nativeWei: PLENTY, collateralBaseUnits: PLENTY };
  }

  async gasCostWei() {
    return 1n;
  }

  async readback() {
    return { market_status: '2', winning_outcome: '1', claimable_payout: '0', has_claimed: true };
  }
}

export function hashOf(id) {
  return `0x${createHash('sha256').update(id).digest('hex')}`;
}
