import type { WalletUpdateRequest } from '@app/agents';
import { escapeHtml, type MailBody } from '@app/mailer';

export interface PasscodeMail {
  agentId: string;
  passcode: string;
  expiresAt: Date;
  walletUpdate: WalletUpdateRequest | null;
}

/** Writes the e-mail of a passcode, with the policy that the owner approves by sharing it. */
export function passcodeMail({ agentId, passcode, expiresAt, walletUpdate }: PasscodeMail): MailBody {
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const terms = termsOf(walletUpdate);
  const warning = 'If you did not request this, ignore this e-mail: nothing happens without the passcode.';
  const text = [
    `Your passcode is ${passcode}.`,
    `It lets the agent ${agentId} trade through its wallet in your name, and is valid until ${until}.`,
    ...(terms.length > 0 ? ['', 'Sharing it also approves these changes:', ...terms.map((term) => `- ${term}`)] : []),
    '',
    warning,
  ].join('\n');
  const list = terms.map((term) => `<li>${escapeHtml(term)}</li>`).join('');
  const html = [
    '<div style="font-family:system-ui,sans-serif;max-width:32rem;line-height:1.5">',
    '<p>Your passcode is</p>',
    `<p style="font-size:2rem;font-weight:600;letter-spacing:.3rem">${escapeHtml(passcode)}</p>`,
    `<p>It lets the agent <b>${escapeHtml(agentId)}</b> trade through its wallet in your name, and is valid until ${until}.</p>`,
    ...(terms.length > 0 ? [`<p>Sharing it also approves these changes:</p><ul>${list}</ul>`] : []),
    `<p style="color:#666">${warning}</p>`,
    '</div>',
  ].join('\n');
  return { subject: `Your Presage passcode for ${agentId}`, text, html };
}

function termsOf(update: WalletUpdateRequest | null): string[] {
  if (update === null) return [];
  const { allowedActions, maxTradeAmount, status, frozen } = update;
  return [
    ...(allowedActions === undefined ? [] : [`allowed actions: ${allowedActions.join(', ')}`]),
    ...(maxTradeAmount === undefined ? [] : [`maximum stake of one buy: ${maxTradeAmount ?? 'no limit'}`]),
    ...(status === undefined ? [] : [`status: ${status}`]),
    ...(frozen === undefined ? [] : ['the wallet is unfrozen: it may create markets and buy again']),
  ];
}
