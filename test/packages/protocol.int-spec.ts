import { jest } from '@jest/globals';
import { ScriptedServer } from './protocol/scripted-server.js';
import { runInJavaScript } from './protocol/run-vectors.js';
import { VECTORS } from './protocol/vectors.js';

describe('the protocol vectors', () => {
  const server = new ScriptedServer(VECTORS);
  let baseUrl: string;

  beforeAll(async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5); // of the pauses
    baseUrl = await server.listen();
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await server.close();
  });

  it('are at least 200 with different names', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(200);
    expect(new Set(VECTORS.map(({ name }) => name)).size).toBe(VECTORS.length);
  });

  it.each(VECTORS.map((vector, index) => ({ name: vector.name, index, vector })))(
    'JavaScript: $name',
    async ({ vector, index }) => {
      const { result } = await runInJavaScript(vector, `${baseUrl}/${index}`);
      const { length: requests } = server.requests[index] ?? [];
      expect({ result, requests }).toEqual({
        result: expect.objectContaining(vector.result),
        requests: vector.requests,
      });
    },
  );
});
