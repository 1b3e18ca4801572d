import { buffer } from 'node:stream/consumers';
import type { Clock } from '@app/common';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Message, MessageStore } from './message-store.js';

const LOOPBACK = '127.0.0.1';
const MAX_MESSAGE_BYTES = 1_048_576;
const MESSAGE_TOO_LARGE = 552;

export interface SmtpListenerOptions {
  readonly port: number;
  readonly store: MessageStore;
  readonly clock: Clock;
}

/** Accepts every e-mail and delivers none. @returns a function that closes the server */
export async function listenForMail({ port, store, clock }: SmtpListenerOptions): Promise<() => Promise<void>> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: MAX_MESSAGE_BYTES,
    closeTimeout: 500,
    logger: false,
    onData: (stream, session, done) => {
      take(stream, session).then(
        (message) => {
          store.add({ ...message, received_at: clock.now().toISOString() });
          done();
        },
        (error: unknown) => done(error instanceof Error ? error : new Error('the message could not be parsed')),
      );
    },
  });
  server.on('error', () => undefined); // a client disconnected in the middle of a command
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Omit<Message, 'received_at'>> {
  const raw = await buffer(stream);
  if (stream.sizeExceeded)
    throw Object.assign(new Error('the message is too large'), { responseCode: MESSAGE_TOO_LARGE });
  const { subject = '', text = null, html = null } = await PostalMime.parse(raw);
  return { subject, text, html, to: session.envelope.rcptTo.map(({ address }) => address).join(', ') };
}
