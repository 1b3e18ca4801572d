import { Writable } from 'node:stream';
import { expect } from '@jest/globals';
import { Logger } from '@app/observability';
import { Client } from '../../../../test/conformance/support/client.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';

const INTENT = `agent_intent_${'0'.repeat(32)}`;

describe('the log line of a refused request', () => {
  const lines: Record<string, unknown>[] = [];
  let api: TestApi;
  let client: Client;

  beforeAll(async () => {
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        for (const line of chunk.toString('utf8').split('\n').filter(Boolean))
          lines.push(JSON.parse(line) as Record<string, unknown>);
        done();
      },
    });
    api = await startTestApi({ log: Logger.create({ app: 'api', level: 'info', format: 'json', destination }) });
    client = new Client(api.url);
  });

  afterAll(() => api.stop());

  /** Returns the line of the last answered request; it is written after its answer. */
  async function lastLine(): Promise<Record<string, unknown>> {
    const seen = lines.filter(({ event }) => event === 'http.request').length;
    await client.get('/markets');
    while (lines.filter(({ event }) => event === 'http.request').length <= seen) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return lines.findLast(({ event, status }) => event === 'http.request' && status !== 200) ?? {};
  }

  it('has the code, and the agent or the intent that the request names', async () => {
    await client.get('/agent/wallets/agent_rain_77');
    expect(await lastLine()).toMatchObject({ status: 404, code: 'agent_wallet_not_found', agentId: 'agent_rain_77' });
    await client.post('/agent/wallets', { agent_id: 'agent_rain_78' });
    expect(await lastLine()).toMatchObject({ status: 400, code: 'agent_wallet_invalid', agentId: 'agent_rain_78' });
    await client.postText(`/agent/intents/${INTENT}/execute`);
    expect(await lastLine()).toMatchObject({ status: 404, code: 'agent_intent_not_found', intentId: INTENT });
    await client.get('/nowhere');
    expect(await lastLine()).toMatchObject({ status: 404, code: 'not_found', route: null });
  });

  it('has no text that is no id', async () => {
    await client.post('/agent/wallets', { agent_id: 'agent_rain_79 planted text' });
    const line = await lastLine();
    expect(line).toMatchObject({ status: 400 });
    expect(JSON.stringify(line)).not.toContain('planted');
    await client.get('/health');
    expect(lines.find(({ status }) => status === 200)).not.toHaveProperty('code');
  });
});
