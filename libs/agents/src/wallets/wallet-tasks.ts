/** A token balance in the wire's terms. */
export interface TokenBalance {
  token: {
    name: string;
    symbol: string;
    decimals: number;
    /** Null for the chain's native coin; any letter case. */
    address: string | null;
    blockchain: string;
  };
  /** Display units, a plain decimal string. */
  amount: string;
}

/** Work that a worker does at the wallet provider. Each call waits for the result, at most the provider wait. */
export abstract class WalletTasks {
  /**
   * Gives a wallet without an address its address, whatever its recorded chain. Safe to repeat: the provider gets one
   * idempotency key per wallet. `pending`: still running after the wait.
   * @throws {AppError} agent_wallet_provisioning_failed, agent_execution_config_invalid
   */
  abstract provision(walletId: string, requestId: string): Promise<'done' | 'pending'>;

  /**
   * Reads the wallet's balances from the provider. Safe to repeat.
   * @throws {AppError} provider_agent_wallet_balance_not_configured, provider_agent_wallet_balance_failed
   */
  abstract balance(walletId: string, requestId: string): Promise<readonly TokenBalance[]>;

  /**
   * Requests test tokens. Every call requests again, so the caller keeps the cooldown.
   * @throws {AppError} provider_agent_wallet_faucet_not_configured (nothing was requested),
   * provider_agent_wallet_faucet_failed
   */
  abstract faucet(walletId: string, requestId: string): Promise<{ message?: string }>;

  /** Enqueues the e-mail of an onboarding without waiting. Repeating it sends the same passcode again. */
  abstract sendPasscode(onboardingId: string, requestId: string): Promise<void>;
}
