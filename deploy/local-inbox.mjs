// Runs the mailbox of npm start in a container of the local profile.
import { startInbox } from '../dist/apps/devnet/src/mailbox/start-inbox.js';

const inbox = await startInbox({ smtpPort: 2025, httpPort: 2080, file: '/data/messages.jsonl' });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void inbox.stop().finally(() => process.exit(0)));
}
