import { Inject, Injectable } from '@nestjs/common';
import { AppError, EXECUTION_CHAIN } from '@app/common';
import { Database, RowLoader, type Sql } from '@app/persistence';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import type { AgentWallet } from './agent-wallet.js';
import { checkProvisioned, checkWalletReady, isProvisioned } from './wallet-policy.js';
import { type TokenBalance, WalletTasks } from './wallet-tasks.js';
import { releaseFaucetGrant, takeFaucetGrant } from './faucet-statements.js';
import { findWalletsByAgentIds, lockWalletByAgentId, lockWalletShared } from './wallet-statements.js';
import { WalletRegistrationService } from './wallet-registration.service.js';

/** A wallet that the provider holds, so that it has an address. */
type ProvisionedAgentWallet = AgentWallet & { agentWalletAddress: string };

export interface WalletBalance {
  wallet: ProvisionedAgentWallet;
  balances: readonly TokenBalance[];
}

export interface FaucetGrant {
  wallet: ProvisionedAgentWallet;
  result: { message?: string };
}

/** Reads wallets, disables them, and asks the provider about them. */
@Injectable()
export class WalletsService {
  private readonly byAgentId: RowLoader<AgentWallet>;

  constructor(
    private readonly database: Database,
    private readonly tasks: WalletTasks,
    private readonly registration: WalletRegistrationService,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {
    this.byAgentId = new RowLoader(
      (agentIds) => findWalletsByAgentIds(database, agentIds),
      ({ agentId }) => agentId,
    );
  }

  /** Unlocked: what it says may change at once. */
  async findByAgentId(agentId: string): Promise<AgentWallet | null> {
    return this.byAgentId.load(agentId);
  }

  /** The wallet of an intent's agent, kept as it is until the transaction ends. */
  async shareOfIntent(tx: Sql, intentId: string): Promise<AgentWallet | null> {
    return lockWalletShared(tx, intentId);
  }

  /** @throws {AppError} agent_wallet_not_found */
  async getByAgentId(agentId: string): Promise<AgentWallet> {
    return found(await this.findByAgentId(agentId));
  }

  /** Repeating it changes nothing. @throws {AppError} agent_wallet_not_found */
  async disable(agentId: string): Promise<AgentWallet> {
    await this.database.transaction(async (tx) => {
      const wallet = found(await lockWalletByAgentId(tx, agentId));
      if (wallet.status !== 'disabled') await this.registration.changeLocked(tx, wallet, { status: 'disabled' });
    });
    return this.getByAgentId(agentId);
  }

  /**
   * What the provider says, on a disabled wallet too. The collateral is listed even when there is none of it.
   * @throws {AppError} agent_wallet_not_found; agent_wallet_chain_invalid; agent_wallet_status_invalid while the provider
   * holds no wallet for the agent; and what the provider's answer throws
   */
  async getBalance(agentId: string, requestId: string): Promise<WalletBalance> {
    const wallet = await this.getByAgentId(agentId);
    if (wallet.chain !== EXECUTION_CHAIN) throw new AppError('agent_wallet_chain_invalid');
    if (!hasAddress(wallet)) throw checkProvisioned(wallet) ?? new AppError('agent_wallet_status_invalid');
    return { wallet, balances: await this.tasks.balance(wallet.id, requestId) };
  }

  /**
   * Asks for test tokens, once in a cooldown for the agent and for its address.
   * @throws {AppError} agent_wallet_not_found; agent_wallet_status_invalid; agent_wallet_chain_invalid;
   * provider_agent_wallet_faucet_not_configured; rate_limited with Retry-After; provider_agent_wallet_faucet_failed
   */
  async requestFaucet(agentId: string, requestId: string): Promise<FaucetGrant> {
    const wallet = await this.getByAgentId(agentId);
    const refusal = checkWalletReady(wallet);
    if (refusal !== null) throw refusal;
    if (!hasAddress(wallet)) throw new AppError('agent_wallet_status_invalid');
    if (!this.settings.FAUCET_ENABLED) throw new AppError('provider_agent_wallet_faucet_not_configured');

    const subjects = [wallet.agentId, wallet.agentWalletAddress];
    const { FAUCET_COOLDOWN_S: cooldownS } = this.settings;
    if (cooldownS > 0) await this.database.transaction((tx) => takeFaucetGrant(tx, subjects, cooldownS));
    try {
      return { wallet, result: await this.tasks.faucet(wallet.id, requestId) };
    } catch (error) {
      // Only this answer says that nothing was asked of the provider; after any other the tokens may be on their way.
      if (error instanceof AppError && error.code === 'provider_agent_wallet_faucet_not_configured') {
        await releaseFaucetGrant(this.database, subjects);
      }
      throw error;
    }
  }
}

function found(wallet: AgentWallet | null): AgentWallet {
  if (wallet === null) throw new AppError('agent_wallet_not_found');
  return wallet;
}

function hasAddress(wallet: AgentWallet): wallet is ProvisionedAgentWallet {
  return isProvisioned(wallet);
}
