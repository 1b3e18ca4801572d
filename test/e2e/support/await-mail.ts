import { eventually } from '../../support/eventually.js';
import type { Product } from './product.js';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Waits for the e-mail to a mailbox that contains a text. */
export async function awaitMail({ stack }: Product, mailbox: string, text: string): Promise<Mail> {
  const read = async (): Promise<Mail | undefined> => {
    const mails = (await (await fetch(`${stack.mailbox.url}/messages`)).json()) as Mail[];
    return mails.find((mail) => mail.to.includes(mailbox) && mail.text.includes(text));
  };
  const mail = await eventually(read, (found) => found !== undefined);
  if (mail === undefined) throw new Error('no mail');
  return mail;
}
