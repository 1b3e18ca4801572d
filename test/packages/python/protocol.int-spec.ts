import { jest } from '@jest/globals';
import { getPython } from '../../support/python.js';
import { runInJavaScript, runInPython } from '../protocol/run-vectors.js';
import { ScriptedServer } from '../protocol/scripted-server.js';
import { VECTORS } from '../protocol/vectors.js';

describe('the protocol vectors in Python', () => {
  const javaScript = new ScriptedServer(VECTORS);
  const results: unknown[] = [];

  beforeAll(async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5); // of the pauses
    const baseUrl = await javaScript.listen();
    for (const [index, vector] of VECTORS.entries()) results.push(await runInJavaScript(vector, `${baseUrl}/${index}`));
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await javaScript.close();
  });

  it.each(['Presage', 'AsyncPresage'])(
    '%s sends the bytes that JavaScript sends, and returns the same',
    async (client) => {
      const server = new ScriptedServer(VECTORS);
      const runs = await runInPython(getPython(), VECTORS, await server.listen(), client);
      await server.close();
      const name = VECTORS.map((vector) => vector.name);
      const named = (values: readonly unknown[]) => values.map((value, index) => ({ name: name[index], value }));
      expect(named(server.requests)).toEqual(named(javaScript.requests));
      expect(named(runs)).toEqual(named(results));
      for (const [index, { result }] of VECTORS.entries()) expect(runs[index]?.result).toMatchObject(result);
    },
  );
});
