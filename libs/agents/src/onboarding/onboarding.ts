import type { Action } from '@app/common';
import type { WalletStatus } from '../wallets/agent-wallet.entity.js';
import type { WalletLimitsUpdate, WalletTerms } from '../wallets/wallet-policy-update.js';

export type OnboardingStatus = 'pending_otp' | 'verified' | 'expired' | 'locked';

/**
 * Origin of a start. The starts of an owner have separate limits.
 * - `owner`: was completed, or names the verified mailbox with an API key or from a client that completed one before
 * - `refused`: names another mailbox than the verified one, and gets no e-mail
 */
export type StartOrigin = 'owner' | 'other' | 'refused';

export const PASSCODE_LIFETIME_MINUTES = 10;
export const MAX_PASSCODE_ATTEMPTS = 5;
/** Onboardings an hour, and approvals an hour, of one agent with one mailbox. */
export const MAX_STARTS_OF_PAIR = 5;
/** Starts an hour with one mailbox, and starts a day with a mailbox that no agent has verified. */
export const MAX_STARTS_OF_MAILBOX = 10;
export const SESSION_LIFETIME_DAYS = 30;

/**
 * Policy that the owner agrees to with the passcode. The e-mail states it and verifying applies it; an absent field
 * keeps the wallet's value.
 */
export type WalletUpdateRequest = WalletLimitsUpdate & {
  allowedActions?: readonly Action[];
  /** RFC 3339 in stored requests. */
  validUntil?: Date | string | null;
  status?: WalletStatus;
  autoClaim?: boolean;
  /** Unfreezes the wallet. */
  frozen?: false;
};

/**
 * A request with the terms of the wallet when it was made: null without a wallet, absent when the wallet had an owner. The
 * e-mail states these terms, and verifying permits no looser ones.
 */
export type StartedWalletUpdate = WalletUpdateRequest & { before?: WalletTerms | null };
