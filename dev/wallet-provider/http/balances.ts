import { fromBaseUnits, type Json } from '@app/common';
import { createHash } from 'node:crypto';
import type { Chain, TokenMetadata } from '../chain/chain.js';
import type { WalletRecord } from '../store/provider-store.js';
import { presentDate } from './presenters.js';

const NATIVE_DECIMALS = 18;

/** Reads balances from the chain, of the native coin and of the only token that the local provider supports. */
export class Balances {
  /** Lower case. */
  readonly tokenAddress: string;
  private metadata: Promise<TokenMetadata> | undefined;

  constructor(
    private readonly chain: Chain,
    tokenAddress: string,
  ) {
    this.tokenAddress = tokenAddress.toLowerCase();
  }

  async token(): Promise<TokenMetadata> {
    this.metadata ??= this.chain.tokenMetadata(this.tokenAddress);
    return this.metadata;
  }

  /** Returns the balances of both, even if zero. */
  async of(wallet: WalletRecord): Promise<Json[]> {
    const [nativeWei, baseUnits, token] = await Promise.all([
      this.chain.balanceWei(wallet.address, 'latest'),
      this.chain.tokenBalance(this.tokenAddress, wallet.address),
      this.token(),
    ]);
    const createDate = presentDate(wallet.createDateMs);
    const shared = { blockchain: wallet.blockchain, createDate, updateDate: createDate };
    const standard = { isNative: false, standard: 'ERC20', tokenAddress: this.tokenAddress };
    const collateral = {
      amount: fromBaseUnits(baseUnits, token.decimals),
      token: { id: deriveId(this.tokenAddress), ...shared, ...token, ...standard },
      updateDate: createDate,
    };
    const native = {
      amount: fromBaseUnits(nativeWei, NATIVE_DECIMALS),
      token: {
        id: deriveId('native'),
        ...shared,
        name: 'Local coin',
        symbol: 'LOCAL',
        decimals: NATIVE_DECIMALS,
        isNative: true,
      },
      updateDate: createDate,
    };
    return [native, collateral];
  }
}

/** Derives the id of a token: the same token has the same id, which looks like a version 5 UUID. */
function deriveId(token: string): string {
  const hex = createHash('sha256').update(token).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');
}
