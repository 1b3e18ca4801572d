import { type Mail, Mailer } from '../../apps/worker/src/mail/mailer.js';

/** Mailer that keeps what it is given. */
export class FakeMailer extends Mailer {
  readonly sent: Mail[] = [];

  constructor() {
    super({ url: 'smtp://127.0.0.1:1', from: 'presage@example.com' });
  }

  override send(mail: Mail): Promise<void> {
    this.sent.push(mail);
    return Promise.resolve();
  }
}
