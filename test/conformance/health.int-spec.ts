import { useTarget } from './support/target.js';

describe('GET /health', () => {
  const api = useTarget();

  describe('200', () => {
    it('says ok', async () => {
      expect(await api.get('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    });

    it('ignores parameters that it does not know', async () => {
      expect((await api.get('/health?verbose=1')).status).toBe(200);
    });
  });
});
