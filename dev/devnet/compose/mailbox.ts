import { startMailbox } from '../mailbox/start-mailbox.js';

/** Mailbox of `npm start` as a container of the local Compose profile. */
const mailbox = await startMailbox({ smtpPort: 2025, httpPort: 2080, file: '/data/messages.jsonl' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void mailbox.stop().finally(() => process.exit(0)));
}
