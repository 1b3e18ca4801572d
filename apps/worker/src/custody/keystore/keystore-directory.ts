import { viewCall } from '@app/chain';
import { fromBaseUnits } from '@app/common';
import { type ProviderBalance, type ProviderWallet, WalletDirectory } from '@app/engine';
import { createProviderError } from './create-provider-error.js';
import { deriveWalletId, type Keystore } from './keystore.js';
import type { KeystoreNode } from './keystore-node.js';

export interface KeystoreDirectoryDependencies {
  keystore: Keystore;
  node: KeystoreNode;
  collateral: { address: string; decimals: number };
  /** Name of the chain in balances. */
  blockchain: string;
}

const NATIVE_DECIMALS = 18;

/** Wallets of the keystore. Their ids and addresses follow from the keys of the requests; nothing is created. */
export class KeystoreDirectory extends WalletDirectory {
  constructor(private readonly dependencies: KeystoreDirectoryDependencies) {
    super();
  }

  createWalletSet(): Promise<{ id: string }> {
    return Promise.resolve({ id: 'keystore' });
  }

  createWallet({ idempotencyKey }: { idempotencyKey: string }): Promise<ProviderWallet> {
    const id = deriveWalletId(idempotencyKey);
    const account = this.dependencies.keystore.findAccount(id);
    if (account === null) return Promise.reject(createProviderError('create_wallet', 'permanent', 'wallet_unknown'));
    return Promise.resolve({ id, address: account.address.toLowerCase() });
  }

  async balances({ address }: ProviderWallet): Promise<ProviderBalance[]> {
    const { node, collateral, blockchain } = this.dependencies;
    const balanceOf = viewCall('token', 'balanceOf', [address]);
    const [nativeWei, name, symbol, answer] = await Promise.all([
      node.balanceWei(address),
      this.describe('name'),
      this.describe('symbol'),
      node.callContract(collateral.address, balanceOf.data),
    ]);
    const token = {
      name,
      symbol,
      decimals: collateral.decimals,
      address: collateral.address.toLowerCase(),
      blockchain,
    };
    return [
      {
        token: { name: 'Native coin', symbol: 'ETH', decimals: NATIVE_DECIMALS, address: null, blockchain },
        amount: fromBaseUnits(nativeWei, NATIVE_DECIMALS),
      },
      { token, amount: fromBaseUnits(balanceOf.decode(answer), collateral.decimals) },
    ];
  }

  private async describe(view: 'name' | 'symbol'): Promise<string> {
    const { node, collateral } = this.dependencies;
    const call = viewCall('token', view, []);
    return call.decode(await node.callContract(collateral.address, call.data));
  }
}
