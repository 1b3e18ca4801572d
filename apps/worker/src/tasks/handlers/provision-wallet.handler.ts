import { Injectable } from '@nestjs/common';
import { type ProvisionedWallet, WalletsRepository } from '@app/agents';
import { classifyProviderFailure, ProviderError, WalletDirectory } from '@app/engine';
import { Database } from '@app/persistence';
import type { WorkerTask } from '@app/queue';
import { TaskHandler, type TaskOutcome } from '../task-handler.js';
import { WalletSetRepository } from '../wallet-set.repository.js';

const FAILED: TaskOutcome = { done: false, retry: false, errorCode: 'agent_wallet_provisioning_failed' };
const RETRY: TaskOutcome = { done: false, retry: true, errorCode: 'agent_wallet_provisioning_failed' };
/** Attempts at an unclear answer before the task fails. A later task continues under the same idempotency key. */
const MAX_ATTEMPTS = 4;

/** Creates a wallet at the provider. The wallet's stored id is the idempotency key: repeats create one wallet. */
@Injectable()
export class ProvisionWalletHandler extends TaskHandler {
  readonly kind = 'provision_wallet';
  override readonly writes = true;

  constructor(
    private readonly database: Database,
    private readonly directory: WalletDirectory,
  ) {
    super();
  }

  async handle({ subjectId: walletId, attempts }: WorkerTask): Promise<TaskOutcome> {
    const wallet = await new WalletsRepository(this.database).findById(walletId);
    if (wallet === null) return FAILED;
    if (wallet.providerWalletId !== null) return { done: true, result: null };
    let provisioned: ProvisionedWallet;
    try {
      const walletSetId = await this.findWalletSetId();
      // The first task of an installation has used its turn for the wallet set.
      if (walletSetId === null) return RETRY;
      const { id, address } = await this.directory.createWallet({
        idempotencyKey: walletId,
        walletSetId,
        refId: walletId,
      });
      provisioned = { walletId, address, providerWalletId: id };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const kind = classifyProviderFailure(error.failure, 'before_arming');
      if (kind === 'operator') return { done: false, retry: false, errorCode: 'agent_execution_config_invalid' };
      return kind === 'retryable' && attempts < MAX_ATTEMPTS ? RETRY : FAILED;
    }
    const bound = await this.database.transaction((tx) => new WalletsRepository(tx).bindProvisioned(provisioned));
    return bound ? { done: true, result: null } : FAILED;
  }

  /** Creates the wallet set if it is missing. Returns null after that, because the next write waits for the next turn. */
  private async findWalletSetId(): Promise<string | null> {
    const walletSets = new WalletSetRepository(this.database);
    const { walletSetKey, walletSetId } = await walletSets.claim();
    if (walletSetId !== null) return walletSetId;
    const { id } = await this.directory.createWalletSet({ idempotencyKey: walletSetKey, name: 'presage' });
    await walletSets.storeId(id);
    return null;
  }
}
