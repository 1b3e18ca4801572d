import { Inject, Injectable } from '@nestjs/common';
import { AppError, EXECUTION_CHAIN } from '@app/common';
import { Database, RowLoader } from '@app/persistence';
import { type TokenBalance, WorkerTasksService } from '@app/queue';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import type { AgentWallet } from './agent-wallet.entity.js';
import { FaucetGrantsRepository } from './faucet-grants.repository.js';
import { isSamePolicy, updatePolicy, type WalletPolicyUpdate } from './wallet-policy-update.js';
import { assertProvisioned, checkWalletReady, type ProvisionedAgentWallet } from './wallet-policy.js';
import { WalletRegistrationService } from './wallet-registration.service.js';
import { WalletsRepository } from './wallets.repository.js';

/** Name of the faucet's limit in header fields. */
export const FAUCET_LIMIT = 'faucet';

export interface WalletBalance {
  wallet: ProvisionedAgentWallet;
  balances: readonly TokenBalance[];
}

export interface FaucetGrant {
  wallet: ProvisionedAgentWallet;
  result: { message?: string };
}

/** Reads, disables and unfreezes wallets, and calls the provider for balances and faucet grants. */
@Injectable()
export class WalletsService {
  private readonly byAgentId: RowLoader<AgentWallet>;

  constructor(
    wallets: WalletsRepository,
    private readonly database: Database,
    private readonly faucetGrants: FaucetGrantsRepository,
    private readonly tasks: WorkerTasksService,
    private readonly registration: WalletRegistrationService,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {
    this.byAgentId = new RowLoader(
      (agentIds) => wallets.findByAgentIds(agentIds),
      ({ agentId }) => agentId,
    );
  }

  /** Reads without a lock. */
  async findByAgentId(agentId: string): Promise<AgentWallet | null> {
    return this.byAgentId.load(agentId);
  }

  /** @throws {AppError} agent_wallet_not_found */
  async getByAgentId(agentId: string): Promise<AgentWallet> {
    return assertFound(await this.findByAgentId(agentId));
  }

  /** Safe to repeat. @throws {AppError} agent_wallet_not_found */
  async disable(agentId: string): Promise<AgentWallet> {
    await this.change(agentId, { status: 'disabled' });
    return this.getByAgentId(agentId);
  }

  /**
   * Unfreezes the wallet for the holder of an API key. Safe to repeat.
   * @throws {AppError} agent_wallet_not_found; agent_policy_violation without API keys, because anyone could call it
   */
  async unfreeze(agentId: string): Promise<AgentWallet> {
    if (this.settings.AUTH_MODE === 'off') {
      await this.getByAgentId(agentId);
      throw new AppError('agent_policy_violation', {
        message: 'Unfreezing needs a passcode: start onboarding with wallet_update {"frozen": false}.',
      });
    }
    await this.change(agentId, { frozen: false });
    return this.getByAgentId(agentId);
  }

  /**
   * Reads the provider's balances, of a disabled wallet too.
   * @throws {AppError} agent_wallet_not_found; agent_wallet_chain_invalid; agent_wallet_status_invalid while the provider
   * holds no wallet for the agent; and the errors of `WorkerTasksService.balance`
   */
  async getBalance(agentId: string, requestId: string): Promise<WalletBalance> {
    const wallet = await this.getByAgentId(agentId);
    if (wallet.chain !== EXECUTION_CHAIN) throw new AppError('agent_wallet_chain_invalid');
    assertProvisioned(wallet);
    return { wallet, balances: await this.tasks.balance(wallet.id, requestId) };
  }

  /**
   * Requests test tokens, once per cooldown for the agent and for its address.
   * @throws {AppError} agent_wallet_not_found; agent_wallet_status_invalid; agent_wallet_chain_invalid;
   * provider_agent_wallet_faucet_not_configured; rate_limited with `retryAfterS`; provider_agent_wallet_faucet_failed
   */
  async requestFaucet(agentId: string, requestId: string): Promise<FaucetGrant> {
    const wallet = await this.getByAgentId(agentId);
    const rejection = checkWalletReady(wallet);
    if (rejection !== null) throw rejection;
    assertProvisioned(wallet);
    if (!this.settings.FAUCET_ENABLED) throw new AppError('provider_agent_wallet_faucet_not_configured');

    const subjects = [wallet.agentId, wallet.agentWalletAddress];
    await this.takeGrant(subjects);
    try {
      return { wallet, result: await this.tasks.faucet(wallet.id, requestId) };
    } catch (error) {
      // With every other error the tokens may be on their way.
      if (error instanceof AppError && error.code === 'provider_agent_wallet_faucet_not_configured') {
        await this.faucetGrants.release(subjects);
      }
      throw error;
    }
  }

  private async change(agentId: string, update: WalletPolicyUpdate): Promise<void> {
    await this.database.transaction(async (tx) => {
      const wallet = assertFound(await new WalletsRepository(tx).lockByAgentId(agentId));
      if (!isSamePolicy(wallet, updatePolicy(wallet, update))) await this.registration.changeLocked(tx, wallet, update);
    });
  }

  private async takeGrant(subjects: readonly string[]): Promise<void> {
    const { FAUCET_COOLDOWN_S: cooldownS } = this.settings;
    if (cooldownS === 0) return;
    const waitS = await this.database.transaction((tx) => new FaucetGrantsRepository(tx).take(subjects, cooldownS));
    if (waitS === 0) return;
    throw new AppError('rate_limited', {
      message: `One faucet request per ${cooldownS} seconds. Retry in ${waitS} seconds.`,
      retryAfterS: waitS,
      limit: FAUCET_LIMIT,
    });
  }
}

function assertFound(wallet: AgentWallet | null): AgentWallet {
  if (wallet === null) throw new AppError('agent_wallet_not_found');
  return wallet;
}
