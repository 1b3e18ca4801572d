import { createTransport, type Transporter } from 'nodemailer';

export interface MailBody {
  subject: string;
  text: string;
  html: string;
}

export interface Mail extends MailBody {
  to: string;
}

export interface MailerOptions {
  /** smtp://host:port, or smtps://user:password@host:port. */
  url: string;
  from: string;
}

/** Timeout in ms for connect, greeting and idle socket. */
const TIMEOUT_MS = 10_000;

export class Mailer {
  private readonly transport: Transporter;

  constructor(private readonly options: MailerOptions) {
    this.transport = createTransport({
      url: options.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

  /** Resolves when the mail server has accepted the mail. Repeating it sends it again. @throws MailError */
  async send(mail: Mail): Promise<void> {
    try {
      await this.transport.sendMail({ from: this.options.from, ...mail });
    } catch {
      throw new MailError();
    }
  }

  close(): void {
    this.transport.close();
  }
}

/** The mail server did not accept the mail. Its reply is dropped: it may quote addresses. */
export class MailError extends Error {
  constructor() {
    super('the mail server did not accept the mail');
    this.name = 'MailError';
  }
}
