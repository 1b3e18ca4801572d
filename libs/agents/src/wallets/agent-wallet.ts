import type { Action } from '@app/common';

export type WalletStatus = 'active' | 'disabled';

/** An agent's wallet: who may spend through it, on what, and how much at once. One for each agent, for life. */
export interface AgentWallet {
  /** A UUID, and the id of the wallet's lane. */
  id: string;
  agentId: string;
  /** The agent's row among the users. */
  userId: string;
  /** The address of the agent's user, for information; lower-case. */
  userWallet: string | null;
  /** Lower-case; null until the provider has answered. */
  agentWalletAddress: string | null;
  /** Null: the provider holds no such wallet for us, so it cannot execute. */
  providerWalletId: string | null;
  walletProvider: string;
  chain: string;
  allowedActions: readonly Action[];
  status: WalletStatus;
  /** Most that one buy may spend, display units; null: no cap. */
  maxTradeAmount: string | null;
  /** Grows with every change of what the wallet may do. */
  policyVersion: bigint;
  /** Set by an operator, not by the agent. */
  paused: boolean;
  sourceClient: string | null;
  /** When the agent first proved an e-mail address; null while it has not. */
  emailVerifiedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}
