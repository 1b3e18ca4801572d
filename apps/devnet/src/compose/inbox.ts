import { startInbox } from '../mailbox/start-inbox.js';

/** The inbox of `npm start` as a container of the local Compose profile. */
const inbox = await startInbox({ smtpPort: 2025, httpPort: 2080, file: '/data/messages.jsonl' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void inbox.stop().finally(() => process.exit(0)));
}
