import { Secret } from '@app/common';
import { Logger } from '@app/observability';
import { JobConsumer } from '../../../libs/queue/src/job-consumer.js';
import { openQueueBackend } from '../../../libs/queue/src/open-queue-backend.js';

/** Takes one wake-up, prints a line and never finishes, so that a test can kill it with a job in progress. */
const [databaseUrl = '', queueUrl = ''] = process.argv.slice(2);
const log = Logger.create({ app: 'hold-a-wakeup', level: 'warn', format: 'json' });
const backend = await openQueueBackend(queueUrl === '' ? undefined : new Secret(queueUrl), new Secret(databaseUrl));
await new JobConsumer(backend, log).start('lane', 1, async () => {
  process.stdout.write('taken\n');
  await new Promise(() => setInterval(() => undefined, 1_000));
});
