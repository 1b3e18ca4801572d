import { bindProvisionedWallet, findWalletById } from '@app/agents';
import { classifyProviderFailure, ProviderError, type ProviderWallet, type WalletProvider } from '@app/engine';
import type { Database } from '@app/persistence';
import { TaskHandler, type TaskOutcome } from '../domain/task-handler.js';
import type { WorkerTask } from '../domain/worker-task.js';
import { claimWalletSetKey, storeWalletSetId } from '../wallet-set.js';

const FAILED: TaskOutcome = { done: false, retry: false, errorCode: 'agent_wallet_provisioning_failed' };
const TRY_AGAIN: TaskOutcome = { done: false, retry: true, errorCode: 'agent_wallet_provisioning_failed' };
/** How often an unclear answer is asked again before the caller is told; a later request goes on under the same key. */
const ATTEMPTS = 4;

/**
 * Has the provider make a wallet. The wallet's own id, random and stored long before, is the idempotency key, so that
 * however often it is asked one wallet comes of it.
 */
export class ProvisionWalletHandler extends TaskHandler {
  readonly kind = 'provision_wallet';

  constructor(
    private readonly database: Database,
    private readonly provider: WalletProvider,
  ) {
    super();
  }

  async handle({ subjectId: walletId, attempts }: WorkerTask): Promise<TaskOutcome> {
    const wallet = await findWalletById(this.database, walletId);
    if (wallet === null) return FAILED;
    if (wallet.providerWalletId !== null) return { done: true, result: null };
    let provisioned: ProviderWallet;
    try {
      const walletSetId = await this.walletSetId();
      provisioned = await this.provider.createWallet({ idempotencyKey: walletId, walletSetId, refId: walletId });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { failure } = error;
      const kind = classifyProviderFailure(failure, 'before_arming');
      if (kind === 'operator') return { done: false, retry: false, errorCode: 'agent_execution_config_invalid' };
      return kind === 'retryable' && attempts < ATTEMPTS ? TRY_AGAIN : FAILED;
    }
    const { id: providerWalletId, address } = provisioned;
    const bound = await this.database.transaction((tx) =>
      bindProvisionedWallet(tx, { walletId, address, providerWalletId }),
    );
    return bound ? { done: true, result: null } : FAILED;
  }

  private async walletSetId(): Promise<string> {
    const stored = await claimWalletSetKey(this.database);
    if (stored.walletSetId !== null) return stored.walletSetId;
    const { id } = await this.provider.createWalletSet({ idempotencyKey: stored.walletSetKey, name: 'presage' });
    await storeWalletSetId(this.database, id);
    return id;
  }
}
