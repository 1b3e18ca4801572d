import { createMarket } from './bodies.js';
import { expectError, type Client } from './client.js';
import { DEMO_USER_ID, MALFORMED_IDS, UNKNOWN_ID } from './ids.js';

/** Behaviour that the four lists of a user or a market share. */
export function behavesAsOwnedList(
  api: Client,
  owners: '/users' | '/markets',
  list: 'positions' | 'settlements',
): void {
  const toPath = (id: string): string => `${owners}/${id}/${list}`;

  describe('200 without rows', () => {
    it('is empty for an owner without rows', async () => {
      const id = owners === '/users' ? DEMO_USER_ID : (await createMarket(api)).id;
      expect(await api.get(toPath(id))).toMatchObject({ status: 200, body: { [list]: [], next_cursor: null } });
    });

    it('is empty for an unknown owner', async () => {
      expect(await api.get(toPath(UNKNOWN_ID))).toMatchObject({ status: 200, body: { [list]: [], next_cursor: null } });
    });
  });

  describe('400 invalid_id', () => {
    it.each(MALFORMED_IDS)('refuses %s', async (id) => {
      expectError(await api.get(toPath(id)), 400, 'invalid_id');
    });
  });

  describe('400 invalid_query', () => {
    it.each(['limit=0', 'limit=51', 'cursor=abc', 'status=OPEN'])('refuses ?%s', async (query) => {
      expectError(await api.get(`${toPath(UNKNOWN_ID)}?${query}`), 400, 'invalid_query');
    });
  });
}
