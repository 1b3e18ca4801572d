import { Inject, Injectable } from '@nestjs/common';
import { ACTION_NAMES, type Action, AppError, EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { Database, type SqlSession, violatedConstraint } from '@app/persistence';
import { WorkerTasksService } from '@app/queue';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import { markLaneChanged } from '../lanes/mark-lane-changed.js';
import { OwnersRepository } from '../owners.repository.js';
import type { AgentWallet } from './agent-wallet.entity.js';
import {
  updatePolicy,
  checkLimitScales,
  isLoosening,
  isSamePolicy,
  toDate,
  type WalletPolicyUpdate,
} from './wallet-policy-update.js';
import { WalletsRepository } from './wallets.repository.js';

/** A registration. An absent field keeps its value or, on a new wallet, gets its default. */
export interface WalletRegistration extends WalletPolicyUpdate {
  agentId: string;
  allowedActions: readonly Action[];
  /** Lower-case. */
  userWallet?: string;
  sourceClient?: string;
  /** Lower-case. */
  agentWalletAddress?: string;
  /** Account that takes the agent, which is new; absent for a known agent and without keys. */
  claimedBy?: string | undefined;
}

export interface RegisteredWallet {
  wallet: AgentWallet;
  created: boolean;
}

@Injectable()
export class WalletRegistrationService {
  constructor(
    private readonly database: Database,
    private readonly wallets: WalletsRepository,
    private readonly tasks: WorkerTasksService,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /**
   * Registers an agent's wallet or changes the existing one, and provisions its address.
   * @throws {AppError} agent_wallet_invalid for a limit finer than the collateral, an address of another agent, or an
   * address that differs from the agent's; agent_not_found when another account has taken the agent meanwhile;
   * agent_policy_violation when a verified wallet's owner would have to agree;
   * and the errors of provisioning
   */
  async register(registration: WalletRegistration, requestId: string): Promise<RegisteredWallet> {
    const details = checkLimitScales(registration, this.settings.COLLATERAL_DECIMALS);
    if (details.length > 0) throw new AppError('agent_wallet_invalid', { details });
    const registered = await this.save(registration);
    return { ...registered, wallet: await this.provision(registered.wallet, { requestId }) };
  }

  /**
   * Returns the wallet for the owner of an agent, or creates one that may do everything. A wallet without a verified owner
   * loses an address that the provider does not hold: anyone may have registered it.
   */
  async ensure(owner: Pick<WalletRegistration, 'agentId' | 'userWallet' | 'sourceClient'>): Promise<AgentWallet> {
    return this.database.transaction(async (tx) => {
      const wallets = new WalletsRepository(tx);
      const existing = await wallets.lockByAgentId(owner.agentId);
      if (existing === null) return (await this.insertOrLock(tx, { ...owner, allowedActions: ACTION_NAMES })).wallet;
      const { id, agentWalletAddress, providerWalletId, emailVerifiedAt } = existing;
      if (agentWalletAddress === null || providerWalletId !== null || emailVerifiedAt !== null) return existing;
      await wallets.dropForeignAddress(id);
      return wallets.getById(id);
    });
  }

  /** Provisions the address of a wallet that has none. After the wait the wallet is returned without one. */
  async provision(
    wallet: AgentWallet,
    { chain = wallet.chain, requestId }: { chain?: string; requestId: string },
  ): Promise<AgentWallet> {
    if (chain !== EXECUTION_CHAIN || wallet.agentWalletAddress !== null) return wallet;
    await this.tasks.provision(wallet.id, requestId);
    return this.wallets.getById(wallet.id);
  }

  /** Locks the limits of the mailbox, then the wallet of the onboarded agent. */
  async lockForOwner(tx: SqlSession, agentId: string, email: string): Promise<AgentWallet> {
    const wallet = await new WalletsRepository(tx).lockForOwner(agentId, email);
    if (wallet === null) throw new Error('the wallet of an onboarded agent is missing');
    return wallet;
  }

  async applyOwnerPolicy(tx: SqlSession, wallet: AgentWallet, update: WalletPolicyUpdate): Promise<AgentWallet> {
    await this.changeLocked(tx, wallet, update);
    return new WalletsRepository(tx).getById(wallet.id);
  }

  /** Writes a policy to a locked wallet. A changed policy makes the wallet's lane due. */
  async changeLocked(tx: SqlSession, wallet: AgentWallet, change: Partial<WalletRegistration>): Promise<void> {
    const policy = updatePolicy(wallet, change);
    const policyChanged = !isSamePolicy(wallet, policy);
    await new WalletsRepository(tx).update(wallet.id, {
      ...policy,
      policyChanged,
      userWallet: change.userWallet ?? wallet.userWallet,
      sourceClient: change.sourceClient ?? wallet.sourceClient,
      agentWalletAddress: wallet.agentWalletAddress ?? change.agentWalletAddress ?? null,
    });
    if (policyChanged) await markLaneChanged(tx, wallet.id);
  }

  private async save(registration: WalletRegistration): Promise<RegisteredWallet> {
    try {
      return await this.database.transaction((tx) => this.upsert(tx, registration));
    } catch (error) {
      if (violatedConstraint(error) !== 'agent_wallets_agent_wallet_address_key') throw error;
      throw invalidAddress('agent_wallet_address belongs to another agent');
    }
  }

  private async upsert(tx: SqlSession, registration: WalletRegistration): Promise<RegisteredWallet> {
    const { agentId, claimedBy: accountId } = registration;
    if (accountId !== undefined) await new OwnersRepository(tx).claim({ agentId, accountId });
    const wallets = new WalletsRepository(tx);
    const existing = await wallets.lockByAgentId(agentId);
    const { wallet, created } =
      existing === null ? await this.insertOrLock(tx, registration) : { wallet: existing, created: false };
    if (created) return { wallet, created };
    this.assertChangeAllowed(wallet, registration);
    await this.changeLocked(tx, wallet, registration);
    return { wallet: await wallets.getById(wallet.id), created };
  }

  private assertChangeAllowed(wallet: AgentWallet, registration: WalletRegistration): void {
    const { agentWalletAddress: address } = registration;
    if (address !== undefined && wallet.agentWalletAddress !== null && wallet.agentWalletAddress !== address) {
      throw invalidAddress('agent_wallet_address cannot be changed');
    }
    if (!this.settings.AGENT_WALLET_LOCK || wallet.emailVerifiedAt === null) return;
    // An address set before provisioning would block provisioning permanently.
    const takesAddress = address !== undefined && wallet.agentWalletAddress === null;
    if (takesAddress || isLoosening(wallet, updatePolicy(wallet, registration))) {
      throw new AppError('agent_policy_violation', {
        message: 'A verified wallet can only be tightened here; to loosen it, start onboarding with wallet_update.',
      });
    }
  }

  /** Returns the agent's wallet locked, inserted by this or by a simultaneous caller. */
  private async insertOrLock(tx: SqlSession, registration: WalletRegistration): Promise<RegisteredWallet> {
    const wallets = new WalletsRepository(tx);
    const inserted = await wallets.insert({
      agentId: registration.agentId,
      userId: await wallets.ensureAgentUser(registration.agentId),
      userWallet: registration.userWallet ?? null,
      agentWalletAddress: registration.agentWalletAddress ?? null,
      walletProvider: WALLET_PROVIDER,
      chain: registration.chain ?? EXECUTION_CHAIN,
      allowedActions: registration.allowedActions,
      status: registration.status ?? 'active',
      maxTradeAmount: registration.maxTradeAmount ?? null,
      dailyLimit: registration.dailyLimit ?? null,
      marketLimit: registration.marketLimit ?? null,
      openExposureLimit: registration.openExposureLimit ?? null,
      approvalAbove: registration.approvalAbove ?? null,
      autoClaim: registration.autoClaim ?? false,
      totalLimit: registration.totalLimit ?? null,
      validUntil: toDate(registration.validUntil ?? null),
      sourceClient: registration.sourceClient ?? null,
    });
    if (inserted !== null) return { wallet: inserted, created: true };
    const existing = await wallets.lockByAgentId(registration.agentId);
    if (existing === null) throw new Error('a wallet was neither inserted nor found');
    return { wallet: existing, created: false };
  }
}

function invalidAddress(detail: string): AppError {
  return new AppError('agent_wallet_invalid', { details: [detail] });
}
