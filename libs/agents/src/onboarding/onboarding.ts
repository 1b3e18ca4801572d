import type { Action } from '@app/common';
import type { WalletStatus } from '../wallets/agent-wallet.entity.js';

export type OnboardingStatus = 'pending_otp' | 'verified' | 'expired' | 'locked';

export const PASSCODE_LIFETIME_MINUTES = 10;
export const MAX_PASSCODE_ATTEMPTS = 5;
/** Per agent and per mailbox. */
export const MAX_STARTS_PER_HOUR = 5;
export const SESSION_LIFETIME_DAYS = 30;

/**
 * Policy that the owner agrees to with the passcode. The e-mail states it and verifying applies it; an absent field
 * keeps the wallet's value.
 */
export type WalletUpdateRequest = {
  allowedActions?: readonly Action[];
  /** Display units; null means no maximum. */
  maxTradeAmount?: string | null;
  status?: WalletStatus;
};
