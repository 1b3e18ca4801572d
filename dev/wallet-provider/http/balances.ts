import { fromBaseUnits, type Json } from '@app/common';
import { createHash } from 'node:crypto';
import type { Chain } from '../chain/chain.js';
import { formatNative } from '../domain/fees.js';
import type { WalletRecord } from '../domain/wallet.js';
import type { Collateral } from '../chain/collateral.js';
import { presentDate } from './presenters.js';

/** Reads balances from the chain: always the native coin and the collateral token, even if zero. */
export class Balances {
  constructor(
    private readonly chain: Chain,
    private readonly collateral: Collateral,
  ) {}

  async of(wallet: WalletRecord, tokenAddress?: string): Promise<Json[]> {
    const [nativeWei, baseUnits, token] = await Promise.all([
      this.chain.balanceWei(wallet.address, 'latest'),
      this.chain.tokenBalance(this.collateral.address, wallet.address),
      this.collateral.metadata(),
    ]);
    const dates = { createDate: presentDate(wallet.createDateMs), updateDate: presentDate(wallet.createDateMs) };
    const shared = { blockchain: wallet.blockchain, ...dates };
    const collateral = {
      amount: fromBaseUnits(baseUnits, token.decimals),
      token: {
        id: idOf(this.collateral.address),
        ...shared,
        ...token,
        isNative: false,
        standard: 'ERC20',
        tokenAddress: this.collateral.address,
      },
      updateDate: dates.updateDate,
    };
    if (tokenAddress !== undefined) return tokenAddress === this.collateral.address ? [collateral] : [];
    const native = {
      amount: formatNative(nativeWei),
      token: { id: idOf('native'), ...shared, name: 'Local coin', symbol: 'LOCAL', decimals: 18, isNative: true },
      updateDate: dates.updateDate,
    };
    return [native, collateral];
  }
}

/** Derives the id of a token: the same token has the same id, which looks like a version 5 UUID. */
function idOf(token: string): string {
  const hex = createHash('sha256').update(token).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
