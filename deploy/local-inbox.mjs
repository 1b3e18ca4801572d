// Runs the mailbox of npm start in a container of the local profile.
import { startMailbox } from '../dist/apps/devnet/src/mailbox/start-mailbox.js';

const inbox = await startMailbox({ smtpPort: 2025, httpPort: 2080, file: '/data/messages.jsonl' });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void inbox.stop().finally(() => process.exit(0)));
}
