import { SystemClock } from '@app/common';
import { serveMailbox } from './mailbox-server.js';
import { MessageStore } from './message-store.js';
import { listenForMail } from './smtp-listener.js';

const MAX_MESSAGES = 500;

export interface MailboxOptions {
  readonly smtpPort: number;
  readonly httpPort: number;
  /** File that keeps messages between runs. */
  readonly file: string;
}

export interface RunningMailbox {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a mailbox for all e-mail of the product: SMTP on one loopback port, page and JSON on another. */
export async function startMailbox({ smtpPort, httpPort, file }: MailboxOptions): Promise<RunningMailbox> {
  const store = new MessageStore(file, MAX_MESSAGES);
  const stopHttp = await serveMailbox(httpPort, store);
  const stopSmtp = await listenForMail({ port: smtpPort, store, clock: new SystemClock() });
  return {
    url: `http://127.0.0.1:${httpPort}`,
    stop: async () => {
      await Promise.all([stopSmtp(), stopHttp()]);
    },
  };
}
