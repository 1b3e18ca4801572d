import { AppError, subtractDecimals } from '@app/common';
import type { AgentWallet } from '../wallets/agent-wallet.js';
import { type PolicySubject, walletVerdicts } from '../wallets/wallet-policy.js';
import { type Check, failed, type Headroom, passed, unknown } from './check.js';

/** The wallet's rules, as they stand, for an intent that may not have a wallet yet. */
export function walletChecks(wallet: AgentWallet | null, subject: PolicySubject): Check[] {
  if (wallet === null) {
    const missing = failed('wallet', new AppError('agent_wallet_missing'));
    const others = ['chain', 'provisioned', 'allowed_action', 'max_trade_amount'] as const;
    return [missing, ...others.map((rule) => unknown(rule, 'The agent has no wallet yet.'))];
  }
  return walletVerdicts(wallet, subject).map(({ rule, refusal }) => {
    const about = { headroom: rule === 'max_trade_amount' ? headroomOf(wallet, subject) : null };
    return refusal === null ? passed(rule, about) : failed(rule, refusal, about);
  });
}

function headroomOf({ maxTradeAmount }: AgentWallet, { amount }: PolicySubject): Headroom | null {
  if (maxTradeAmount === null || amount === null) return null;
  return { value: subtractDecimals(maxTradeAmount, amount), unit: 'collateral' };
}
