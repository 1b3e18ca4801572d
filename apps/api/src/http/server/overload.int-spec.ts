import { startTestApi, type TestApi } from '../../../../../test/api/start-test-api.js';
import { Client, expectError } from '../../../../../test/conformance/support/client.js';
import { InFlight } from './in-flight.js';

/** Gives up after a moment, whatever the settings allow, for as long as it is told to. */
class Impatient extends InFlight {
  isImpatient = true;

  override giveUpAfter(_deadlineMs: number, giveUp: Parameters<InFlight['giveUpAfter']>[1]): void {
    super.giveUpAfter(200, (reply) => {
      if (this.isImpatient) giveUp(reply);
    });
  }
}

describe('a request that does not end', () => {
  let api: TestApi;
  const inFlight = new Impatient();

  beforeAll(async () => {
    api = await startTestApi({ inFlight });
  });

  afterAll(async () => {
    await api.stop();
  });

  it('503 overloaded, with Retry-After, and the next one is served', async () => {
    const client = new Client(api.url);
    await api.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE markets IN ACCESS EXCLUSIVE MODE');
      const answer = await client.get('/markets');
      expectError(answer, 503, 'overloaded');
      expect(answer.headers.get('retry-after')).toBe('1');
    });
    inFlight.isImpatient = false; // or a machine that stands still for a moment would have it refuse this one, too
    expect((await client.get('/markets')).status).toBe(200);
  });
});
