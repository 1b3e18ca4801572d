import { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import { startNodeApp, waitUntilAnswering } from '../../../dev/devnet/processes/node-app.js';
import { findFreePort } from '../../support/free-ports.js';
import type { RunningProcess } from '../../../dev/devnet/processes/start-process.js';
import { builtFile } from '../../../dev/devnet/project-root.js';
import { roleUrl } from '../../support/stack/database-roles.js';
import type { Stack } from '../../support/index.js';
import { testRun } from '../../support/test-run.js';

export interface WebhooksProcess extends RunningProcess {
  readonly metricsUrl: string;
}

/** Starts the process that delivers the webhooks of a stack, also to this machine, and waits until it is ready. */
export async function startWebhooksProcess({ databaseUrl, secrets }: Stack): Promise<WebhooksProcess> {
  const [port, metricsPort] = await Promise.all([findFreePort(), findFreePort()]);
  const running = await startNodeApp({
    name: 'webhooks',
    entry: builtFile('apps/webhooks/src/main.ts'),
    env: {
      ...inheritedEnvironment(),
      NODE_ENV: 'test',
      DATABASE_URL: roleUrl(new Secret(databaseUrl), 'webhooks').reveal(),
      WEBHOOK_KEY: secrets.webhookKey.reveal(),
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOKS_PORT: String(port),
      METRICS_PORT: String(metricsPort),
    },
    log: () => undefined,
    runFolder: testRun().runFolder,
  });
  await waitUntilAnswering(running, `http://127.0.0.1:${port}/readyz`);
  return { ...running, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
}
