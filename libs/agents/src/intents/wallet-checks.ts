import { AppError, subtractDecimals } from '@app/common';
import type { PolicyWallet } from '../wallets/policy-wallet.js';
import { evaluateWallet, type PolicySubject } from '../wallets/wallet-policy.js';
import { type Check, failed, type Headroom, passed, unknown } from './check.js';

/** Evaluates the wallet's rules for an intent; the agent may have no wallet yet. */
export function walletChecks(wallet: PolicyWallet | null, subject: PolicySubject): Check[] {
  if (wallet === null) {
    const missing = failed('wallet', new AppError('agent_wallet_missing'));
    const others = ['chain', 'provisioned', 'frozen', 'allowed_action', 'max_trade_amount'] as const;
    return [missing, ...others.map((rule) => unknown(rule, 'The agent has no wallet yet.'))];
  }
  return evaluateWallet(wallet, subject).map(({ rule, rejection }) => {
    const details = { headroom: rule === 'max_trade_amount' ? headroomOf(wallet, subject) : null };
    return rejection === null ? passed(rule, details) : failed(rule, rejection, details);
  });
}

function headroomOf({ maxTradeAmount }: PolicyWallet, { amount }: PolicySubject): Headroom | null {
  if (maxTradeAmount === null || amount === null) return null;
  return { value: subtractDecimals(maxTradeAmount, amount), unit: 'collateral' };
}
