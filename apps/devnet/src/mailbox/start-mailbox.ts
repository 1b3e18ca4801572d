import { SystemClock } from '@app/common';
import { serveInbox } from './inbox-server.js';
import { MessageStore } from './message-store.js';
import { listenForMail } from './smtp-listener.js';

const KEPT_MESSAGES = 500;

export interface InboxOptions {
  readonly smtpPort: number;
  readonly httpPort: number;
  /** Where messages are kept between runs. */
  readonly file: string;
}

export interface RunningInbox {
  readonly url: string;
  stop(): Promise<void>;
}

/** A mailbox for all that the product sends: SMTP on one port of loopback, a page and JSON on another. */
export async function startInbox({ smtpPort, httpPort, file }: InboxOptions): Promise<RunningInbox> {
  const store = new MessageStore(file, KEPT_MESSAGES);
  const stopHttp = await serveInbox({ port: httpPort, store });
  const stopSmtp = await listenForMail({ port: smtpPort, store, clock: new SystemClock() });
  return {
    url: `http://127.0.0.1:${httpPort}`,
    stop: async () => {
      await Promise.all([stopSmtp(), stopHttp()]);
    },
  };
}
