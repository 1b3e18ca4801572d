// A provider and a chain that answer at once and always well: what is left is the engine.
import { createHash, randomUUID } from 'node:crypto';

/**
 * @typedef {import('../../../libs/engine/src/index.js').WalletProvider} WalletProvider
 * @typedef {import('../../../libs/engine/src/index.js').Chain} Chain
 */

const BLOCK = { blockNumber: 1, blockHash: `0x${'b1'.repeat(32)}` };
const PLENTY = 10n ** 30n;

/** @implements {Pick<WalletProvider, 'transactionBody' | 'submit' | 'findTransaction' | 'probe'>} what lanes ask of it */
export class StubProvider {
  /** @param {(body: string) => void} onSubmit is told the body of every submission */
  constructor(onSubmit = () => undefined) {
    this.onSubmit = onSubmit;
  }

  transactionBody({ idempotencyKey, providerWalletId, contractAddress, callData, refId }) {
    return { idempotencyKey, walletId: providerWalletId, contractAddress, callData, feeLevel: 'MEDIUM', refId };
  }

  async submit(body) {
    this.onSubmit(body);
    return { transactionId: randomUUID() };
  }

  /** @returns {ReturnType<WalletProvider['findTransaction']>} */
  async findTransaction({ id }) {
    return { id, state: 'complete', transactionHash: hashOf(id), errorReason: null, refId: '', contractAddress: null };
  }

  async probe() {}
}

/** @implements {Pick<Chain, 'simulate' | 'receipt' | 'head' | 'isMarket' | 'holdings' | 'gasCostWei' | 'readback'>} */
export class StubChain {
  /** @returns {ReturnType<Chain['simulate']>} */
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
