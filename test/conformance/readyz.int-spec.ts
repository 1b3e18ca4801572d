import { useTarget } from './support/target.js';

describe('GET /readyz', () => {
  const api = useTarget();

  describe('200', () => {
    it('says ok while the database answers', async () => {
      expect(await api.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    });
  });
});
