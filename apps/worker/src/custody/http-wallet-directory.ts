import { type ProviderBalance, type ProviderWallet, WalletDirectory } from '@app/engine';
import { listOrEmpty, parseBalances, parseWallet, textField } from './parse-answer.js';
import type { ProviderClient } from './provider-client.js';
import { recordOrEmpty } from './provider-http.js';

export class HttpWalletDirectory extends WalletDirectory {
  /** @param blockchain the provider's name for CHAIN-TESTNET */
  constructor(
    private readonly client: ProviderClient,
    private readonly blockchain: string,
  ) {
    super();
  }

  async createWalletSet(request: { idempotencyKey: string; name: string }): Promise<{ id: string }> {
    const operation = 'create_wallet_set';
    const data = await this.client.write(operation, '/v1/w3s/developer/walletSets', request);
    return { id: textField(recordOrEmpty(recordOrEmpty(data).walletSet).id, operation) };
  }

  async createWallet(request: { idempotencyKey: string; walletSetId: string; refId: string }): Promise<ProviderWallet> {
    const operation = 'create_wallet';
    const { idempotencyKey, walletSetId, refId } = request;
    const data = await this.client.write(operation, '/v1/w3s/developer/wallets', {
      idempotencyKey,
      walletSetId,
      blockchains: [this.blockchain],
      accountType: 'EOA',
      count: 1,
      metadata: [{ name: refId, refId }],
    });
    return parseWallet(listOrEmpty(recordOrEmpty(data).wallets)[0], operation);
  }

  async balances({ id }: ProviderWallet): Promise<ProviderBalance[]> {
    const path = `/v1/w3s/wallets/${id}/balances?includeAll=true&pageSize=50`;
    const { data } = await this.client.http.read('read_balances', path);
    return parseBalances(recordOrEmpty(data).tokenBalances);
  }
}
