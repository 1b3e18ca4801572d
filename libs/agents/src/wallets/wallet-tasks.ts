/** One token that a wallet holds, in the wire's terms. */
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

/** What a worker does for a wallet at the provider. Each call waits for the answer, up to the provider wait. */
export abstract class WalletTasks {
  /**
   * Gives the wallet an address, and is asked only while it has none. The wallet's recorded chain is not looked at. Safe
   * to repeat: the provider is asked under one key for each wallet. `pending`: not known within the wait, and still under way.
   * @throws {AppError} agent_wallet_provisioning_failed, agent_execution_config_invalid
   */
  abstract provision(walletId: string, requestId: string): Promise<'done' | 'pending'>;

  /**
   * What the provider says the wallet holds. Safe to repeat.
   * @throws {AppError} provider_agent_wallet_balance_not_configured, provider_agent_wallet_balance_failed
   */
  abstract balance(walletId: string, requestId: string): Promise<readonly TokenBalance[]>;

  /**
   * Asks for test tokens. Every call asks again, so the caller keeps the cooldown.
   * @throws {AppError} provider_agent_wallet_faucet_not_configured (nothing was asked), provider_agent_wallet_faucet_failed
   */
  abstract faucet(walletId: string, requestId: string): Promise<{ message?: string }>;

  /** Queues the e-mail of an onboarding and does not wait for it. Repeating it sends the same passcode again. */
  abstract sendPasscode(onboardingId: string, requestId: string): Promise<void>;
}
