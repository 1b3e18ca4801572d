import { updatePolicy, type WalletPolicy, type WalletUpdateRequest } from '@app/agents';
import { ACTION_NAMES, DEFAULT_COLLATERAL_ASSET, escapeHtml, EXECUTION_CHAIN } from '@app/common';
import type { MailBody } from './mailer.js';
import { timeText } from './time-text.js';

export interface PasscodeMail {
  agentId: string;
  passcode: string;
  expiresAt: Date;
  walletUpdate: WalletUpdateRequest | null;
  /** The wallet's policy until now; null for an agent without a wallet. */
  wallet: WalletPolicy | null;
}

/** Policy of a wallet that an onboarding without terms creates. */
const NEW_WALLET: WalletPolicy = {
  allowedActions: ACTION_NAMES,
  maxTradeAmount: null,
  dailyLimit: null,
  marketLimit: null,
  openExposureLimit: null,
  approvalAbove: null,
  totalLimit: null,
  validUntil: null,
  status: 'active',
  chain: EXECUTION_CHAIN,
  frozenAt: null,
  autoClaim: false,
};

/** Writes the e-mail of a passcode, with everything that the owner grants by sharing it. */
export function passcodeMail({ agentId, passcode, expiresAt, walletUpdate, wallet }: PasscodeMail): MailBody {
  const until = timeText(expiresAt);
  const terms = listTerms(wallet, updatePolicy(wallet ?? NEW_WALLET, walletUpdate ?? {}));
  const warning = 'If you did not request this, ignore this e-mail: nothing happens without the passcode.';
  const grants = 'Sharing it lets the agent act through its wallet in your name, within these terms:';
  const text = [
    `Your passcode for the agent ${agentId} is ${passcode}. It is valid until ${until}.`,
    '',
    grants,
    ...terms.map((term) => `- ${term}`),
    '',
    warning,
  ].join('\n');
  const html = [
    '<div style="font-family:system-ui,sans-serif;max-width:32rem;line-height:1.5">',
    `<p>Your passcode for the agent <b>${escapeHtml(agentId)}</b> is</p>`,
    `<p style="font-size:2rem;font-weight:600;letter-spacing:.3rem">${escapeHtml(passcode)}</p>`,
    `<p>It is valid until ${until}.</p>`,
    `<p>${grants}</p><ul>${terms.map((term) => `<li>${escapeHtml(term)}</li>`).join('')}</ul>`,
    `<p style="color:#666">${warning}</p>`,
    '</div>',
  ].join('\n');
  return { subject: `Your Presage passcode for ${agentId}`, text, html };
}

/** Lists each term's new value, and its old value if it changes. A new wallet has no old values. */
function listTerms(wallet: WalletPolicy | null, after: WalletPolicy): string[] {
  const before = wallet ?? after;
  const term = (name: string, render: (policy: WalletPolicy) => string): string => {
    const [was, is] = [render(before), render(after)];
    return `${name}: ${is}${was === is ? '' : ` (until now: ${was})`}`;
  };
  const isOrdinary = [before, after].every(({ status, frozenAt }) => status === 'active' && frozenAt === null);
  return [
    term('allowed actions', ({ allowedActions }) => allowedActions.join(', ')),
    term('maximum stake of one buy', ({ maxTradeAmount }) => limitText(maxTradeAmount)),
    ...BUDGETS.filter(([, limit]) => before[limit] !== null || after[limit] !== null).map(([name, limit]) =>
      term(name, (policy) => limitText(policy[limit])),
    ),
    ...(before.autoClaim || after.autoClaim ? [term('payouts and refunds', describeClaims)] : []),
    ...(before.validUntil === null && after.validUntil === null
      ? []
      : [
          term('creates markets and buys until', ({ validUntil }) =>
            validUntil === null ? 'no end' : timeText(validUntil),
          ),
        ]),
    ...(isOrdinary ? [] : [term('wallet', describeState)]),
  ];
}

/** Limits that the e-mail states if they are set or change. */
const BUDGETS = [
  ['maximum stake within 24 hours', 'dailyLimit'],
  ['maximum stake in one market', 'marketLimit'],
  ['maximum stake in unresolved markets', 'openExposureLimit'],
  ['maximum stake over the life of the agent', 'totalLimit'],
  ['your approval is needed for a stake above', 'approvalAbove'],
] as const;

function limitText(limit: string | null): string {
  return limit === null ? 'no maximum' : `${limit} ${DEFAULT_COLLATERAL_ASSET}`;
}

function describeClaims({ autoClaim }: WalletPolicy): string {
  return autoClaim ? 'claimed automatically' : 'claimed by the agent';
}

function describeState({ status, frozenAt }: WalletPolicy): string {
  if (status === 'disabled') return 'disabled, executes nothing';
  return frozenAt === null ? 'active' : 'frozen, creates no market and buys nothing';
}
