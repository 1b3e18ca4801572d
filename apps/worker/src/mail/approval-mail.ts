import { DEFAULT_COLLATERAL_ASSET, escapeHtml, toChecksumAddress } from '@app/common';
import type { IntentRecord } from '@app/engine';
import type { MailBody } from './mailer.js';
import { timeText } from './time-text.js';

export interface ApprovalMail {
  passcode: string;
  expiresAt: Date;
  intent: Pick<IntentRecord, 'id' | 'agentId' | 'action' | 'amount' | 'marketContractAddress' | 'minMultiple'>;
}

/** Writes the e-mail of a passcode that approves one trade. It contains no text of the client or of the market's creator. */
export function approvalMail({ passcode, expiresAt, intent }: ApprovalMail): MailBody {
  const { id, agentId } = intent;
  const until = timeText(expiresAt);
  const terms = listTerms(intent);
  const asks = `The agent ${agentId} wants to make this trade, which is above the stake that needs your approval:`;
  const grants = `The passcode approves only this trade. It is valid until ${until}.`;
  const warning = 'If you do not want this trade, ignore this e-mail: it is not made without the passcode.';
  const text = [
    asks,
    ...terms.map((term) => `- ${term}`),
    '',
    `Your passcode is ${passcode}. ${grants}`,
    `Intent: ${id}`,
    '',
    warning,
  ].join('\n');
  const html = [
    '<div style="font-family:system-ui,sans-serif;max-width:32rem;line-height:1.5">',
    `<p>${escapeHtml(asks)}</p><ul>${terms.map((term) => `<li>${escapeHtml(term)}</li>`).join('')}</ul>`,
    '<p>Your passcode is</p>',
    `<p style="font-size:2rem;font-weight:600;letter-spacing:.3rem">${escapeHtml(passcode)}</p>`,
    `<p>${grants}</p><p>Intent: ${escapeHtml(id)}</p>`,
    `<p style="color:#666">${warning}</p>`,
    '</div>',
  ].join('\n');
  return { subject: `Approve a trade of ${agentId}?`, text, html };
}

function listTerms({ action, amount, marketContractAddress, minMultiple }: ApprovalMail['intent']): string[] {
  return [
    `action: ${action}`,
    `stake: ${amount ?? '0'} ${DEFAULT_COLLATERAL_ASSET}`,
    `market contract: ${marketContractAddress === null ? 'none' : toChecksumAddress(marketContractAddress)}`,
    ...(minMultiple === null ? [] : [`minimum payout for each unit staked: ${minMultiple}`]),
  ];
}
