export interface MailBody {
  subject: string;
  text: string;
  html: string;
}

export interface Mail extends MailBody {
  to: string;
}

/** Hands e-mail over for delivery. */
export abstract class Mailer {
  /** Resolves when the mail server has taken it. Repeating it sends it again. */
  abstract send(mail: Mail): Promise<void>;

  abstract close(): void;
}

/** The mail server did not take the mail. What it said is left with it. */
export class MailError extends Error {
  constructor() {
    super('the mail server did not take the mail');
    this.name = 'MailError';
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
