import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApi, type TestApi } from '../../../test/api/start-test-api.js';
import { previewIntents } from '../../../test/webhooks/preview-intents.js';
import { type RunningWebhooks, startWebhooks } from '../../../test/webhooks/start-webhooks.js';
import { TestReceiver } from '../../../test/webhooks/test-receiver.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const AGENT = 'agent_example_hooks';

describe('examples/webhook-receiver.mjs', () => {
  let api: TestApi;
  let webhooks: RunningWebhooks;
  let receiver: ChildProcess | undefined;

  beforeAll(async () => {
    // As npm start: without API keys, private addresses allowed.
    api = await startTestApi({ WEBHOOK_ALLOW_PRIVATE: true });
    webhooks = await startWebhooks(api.databaseUrl);
  });
  afterAll(async () => {
    receiver?.kill();
    await webhooks?.close();
    await api?.stop();
  });

  it('receives a test and the events of an agent, and refuses a request without a signature', async () => {
    await api.database.query(`INSERT INTO users (kind, agent_id) VALUES ('agent', $1)`, [AGENT]);
    const free = await TestReceiver.open();
    const { port } = free;
    await free.close();
    const url = `http://127.0.0.1:${port}/`;
    const created = await post('/agent/webhooks', { url });
    const { secret, webhook } = created as { secret: string; webhook: { webhook_id: string } };

    let output = '';
    receiver = spawn(process.execPath, ['examples/webhook-receiver.mjs'], {
      cwd: ROOT,
      env: { ...process.env, SECRET: secret, PORT: String(port) },
    });
    receiver.stdout?.on('data', (text: Buffer) => (output += text.toString()));
    const printed = (text: string): Promise<string> =>
      eventually(
        () => Promise.resolve(output),
        (all) => all.includes(text),
      );
    await printed('receiving on ');
    await post(`/agent/webhooks/${webhook.webhook_id}/test`);
    await printed('webhook.test');
    await previewIntents(api.database, AGENT, 3);
    await printed(`${AGENT} 3 intent.previewed`);
    expect(output).not.toContain('missing');
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
  });

  async function post(route: string, body?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(api.url + route, {
      method: 'POST',
      ...(body && { headers, body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return response.json();
  }
});
