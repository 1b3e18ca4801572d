import { Inject, Injectable } from '@nestjs/common';
import { ACTIONS, type Action, AppError, EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { Database, type Sql, violatedConstraint } from '@app/persistence';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import type { AgentWallet } from './agent-wallet.js';
import { changeTerms, checkCap, isLoosening, sameTerms, type TermsChange } from './wallet-terms.js';
import { WalletTasks } from './wallet-tasks.js';
import { LaneSignal } from './lane-signal.js';
import {
  ensureAgentUser,
  findWalletById,
  insertWallet,
  lockWalletByAgentId,
  markEmailVerified,
  updateWallet,
} from './wallet-statements.js';

/** A registration; fields that are left out keep their value or, on a new wallet, get their default. */
export interface WalletRegistration extends TermsChange {
  agentId: string;
  allowedActions: readonly Action[];
  /** Lower-case. */
  userWallet?: string;
  sourceClient?: string;
  /** Lower-case. */
  agentWalletAddress?: string;
}

export interface RegisteredWallet {
  wallet: AgentWallet;
  created: boolean;
}

/** Makes wallets and changes their terms. */
@Injectable()
export class WalletRegistrationService {
  constructor(
    private readonly database: Database,
    private readonly tasks: WalletTasks,
    private readonly laneSignal: LaneSignal,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /**
   * Registers an agent's wallet or changes the one it has, and has the provider make its address.
   * @throws {AppError} agent_wallet_invalid when the cap is finer than the collateral, or the address is another agent's
   * or not the one that this agent has;
   * agent_policy_violation when the owner of a verified wallet would have to agree first; and what provisioning throws
   */
  async register(registration: WalletRegistration, requestId: string): Promise<RegisteredWallet> {
    const details = checkCap(registration, this.settings.COLLATERAL_DECIMALS);
    if (details.length > 0) throw new AppError('agent_wallet_invalid', { details });
    const registered = await this.save(registration);
    return { ...registered, wallet: await this.provision(registered.wallet, { requestId }) };
  }

  /** The agent's wallet as it is or, when it has none, a new one that may do everything. */
  async ensure(owner: Pick<WalletRegistration, 'agentId' | 'userWallet' | 'sourceClient'>): Promise<AgentWallet> {
    return this.database.transaction(async (tx) => {
      const existing = await lockWalletByAgentId(tx, owner.agentId);
      return existing ?? (await this.insertOrLock(tx, { ...owner, allowedActions: ACTIONS })).wallet;
    });
  }

  /** Asks the provider for an address while the wallet has none; past the wait the wallet comes back without one. */
  async provision(
    wallet: AgentWallet,
    { chain = wallet.chain, requestId }: { chain?: string; requestId: string },
  ): Promise<AgentWallet> {
    if (chain !== EXECUTION_CHAIN || wallet.agentWalletAddress !== null) return wallet;
    await this.tasks.provision(wallet.id, requestId);
    return (await findWalletById(this.database, wallet.id)) ?? wallet;
  }

  /**
   * Locks the wallet of an agent whose owner has proved a mailbox, which comes before every other lock.
   * @returns what writes the terms that the owner agreed to, and from then on lets only the owner loosen them
   */
  async lockForOwner(tx: Sql, agentId: string): Promise<(change: TermsChange) => Promise<AgentWallet>> {
    const wallet = await lockWalletByAgentId(tx, agentId);
    if (wallet === null) throw new Error('the wallet of an onboarded agent is gone');
    return async (change) => {
      await this.changeLocked(tx, wallet, change);
      await markEmailVerified(tx, wallet.id);
      return (await findWalletById(tx, wallet.id)) ?? wallet;
    };
  }

  /** Writes new terms to a locked wallet and wakes its lane when they differ. */
  async changeLocked(tx: Sql, wallet: AgentWallet, change: Partial<WalletRegistration>): Promise<void> {
    const terms = changeTerms(wallet, change);
    const termsChanged = !sameTerms(wallet, terms);
    await updateWallet(tx, {
      id: wallet.id,
      ...terms,
      termsChanged,
      userWallet: change.userWallet ?? wallet.userWallet,
      sourceClient: change.sourceClient ?? wallet.sourceClient,
      agentWalletAddress: wallet.agentWalletAddress ?? change.agentWalletAddress ?? null,
    });
    if (termsChanged) await this.laneSignal.changed(tx, wallet.id);
  }

  private async save(registration: WalletRegistration): Promise<RegisteredWallet> {
    try {
      return await this.database.transaction((tx) => this.upsert(tx, registration));
    } catch (error) {
      if (violatedConstraint(error) !== 'agent_wallets_agent_wallet_address_key') throw error;
      throw addressRefused('agent_wallet_address belongs to another agent');
    }
  }

  private async upsert(tx: Sql, registration: WalletRegistration): Promise<RegisteredWallet> {
    const existing = await lockWalletByAgentId(tx, registration.agentId);
    const { wallet, created } =
      existing === null ? await this.insertOrLock(tx, registration) : { wallet: existing, created: false };
    if (created) return { wallet, created };
    this.refuseUnlessAllowed(wallet, registration);
    await this.changeLocked(tx, wallet, registration);
    return { wallet: (await findWalletById(tx, wallet.id)) ?? wallet, created };
  }

  private refuseUnlessAllowed(wallet: AgentWallet, registration: WalletRegistration): void {
    const { agentWalletAddress: address } = registration;
    if (address !== undefined && wallet.agentWalletAddress !== null && wallet.agentWalletAddress !== address) {
      throw addressRefused('agent_wallet_address is not the one that this agent has for life');
    }
    if (!this.settings.AGENT_WALLET_LOCK || wallet.emailVerifiedAt === null) return;
    // An address taken before the provider has answered would keep the agent from executing for ever.
    const takesAddress = address !== undefined && wallet.agentWalletAddress === null;
    if (takesAddress || isLoosening(wallet, changeTerms(wallet, registration))) {
      throw new AppError('agent_policy_violation', {
        message: 'A verified wallet can only be tightened here; to loosen it, start onboarding with wallet_update.',
      });
    }
  }

  /** Whoever else inserts at the same time, there is one wallet afterwards, and it is locked. */
  private async insertOrLock(tx: Sql, registration: WalletRegistration): Promise<RegisteredWallet> {
    const inserted = await insertWallet(tx, {
      agentId: registration.agentId,
      userId: await ensureAgentUser(tx, registration.agentId),
      userWallet: registration.userWallet ?? null,
      agentWalletAddress: registration.agentWalletAddress ?? null,
      walletProvider: WALLET_PROVIDER,
      chain: registration.chain ?? EXECUTION_CHAIN,
      allowedActions: registration.allowedActions,
      status: registration.status ?? 'active',
      maxTradeAmount: registration.maxTradeAmount ?? null,
      sourceClient: registration.sourceClient ?? null,
    });
    if (inserted !== null) return { wallet: inserted, created: true };
    const other = await lockWalletByAgentId(tx, registration.agentId);
    if (other === null) throw new Error('a wallet was neither inserted nor found');
    return { wallet: other, created: false };
  }
}

function addressRefused(detail: string): AppError {
  return new AppError('agent_wallet_invalid', { details: [detail] });
}
