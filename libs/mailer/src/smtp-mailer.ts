import { createTransport, type Transporter } from 'nodemailer';
import { type Mail, Mailer, MailError } from './mailer.js';

export interface SmtpOptions {
  /** smtp://host:port, or smtps://user:password@host:port. */
  url: string;
  from: string;
}

const TIMEOUT_MS = 10_000;

export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(private readonly options: SmtpOptions) {
    super();
    this.transport = createTransport({
      url: options.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

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
