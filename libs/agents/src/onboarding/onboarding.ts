import type { Action } from '@app/common';
import type { WalletStatus } from '../wallets/agent-wallet.js';

export type OnboardingStatus = 'pending_otp' | 'verified' | 'expired' | 'locked';

export const PASSCODE_LIFETIME_MINUTES = 10;
export const PASSCODE_ATTEMPTS_MAX = 5;
export const STARTS_PER_HOUR_MAX = 5;

/**
 * What the owner agrees to by passing the passcode on: the e-mail states it, verifying applies it, and what it leaves
 * out stays as it is. Kept as JSON beside the onboarding.
 */
export type WalletUpdateRequest = {
  allowedActions?: readonly Action[];
  /** Display units; null: no cap. */
  maxTradeAmount?: string | null;
  status?: WalletStatus;
};

/** One start of an onboarding. */
export interface Onboarding {
  /** `agent_onboarding_…` */
  id: string;
  agentId: string;
  userEmail: string;
  /** Lower-case. */
  userWallet: string | null;
  sourceClient: string | null;
  channel: string | null;
  chain: string;
  walletProvider: string;
  walletUpdate: WalletUpdateRequest | null;
  /** By the database's clock: a pending one past its time is expired. */
  status: OnboardingStatus;
  expiresAt: Date;
  verifiedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}
