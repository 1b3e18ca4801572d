import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { runProgram } from './program.js';

async function run(...words: readonly string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const terminal = { out: (text: string) => (out += text), err: () => undefined, isInteractive: false };
  const environment = { url: 'http://127.0.0.1:2', apiKey: undefined, agentId: undefined };
  return { code: await runProgram(words, { environment, terminal }), out };
}

/** Names of the commands that a help lists. */
function commandsIn(help: string): string[] {
  const [, list = ''] = /^Commands:\n((?: .*\n?)+)/m.exec(help) ?? [];
  return [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

describe('the help of the command line', () => {
  it('has an example of every command', async () => {
    const groups = ['markets', 'agent', 'intent'];
    const first = commandsIn((await run('--help')).out);
    expect(first).toEqual(
      expect.arrayContaining([...groups, 'create', 'buy', 'resolve', 'close', 'claim', 'cancel', 'refund', 'watch']),
    );
    const commands: string[][] = first.filter((name) => !groups.includes(name)).map((name) => [name]);
    for (const group of groups) {
      commands.push(...commandsIn((await run(group, '--help')).out).map((name) => [group, name]));
    }
    expect(commands.length).toBeGreaterThan(20);
    for (const words of commands) {
      const { code, out } = await run(...words, '--help');
      expect({ words, code, out }).toEqual({ words, code: 0, out: expect.stringMatching(/\nExample:\n {2}\S/) });
    }
  });

  it('states the version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it.each([
    ['every command', [''], ['markets', 'portfolio', 'buy', 'completion']],
    ['the commands of a group', ['markets', ''], ['list', 'show', 'quote', 'history']],
    ['the rest of a word', ['mark'], ['markets']],
    ['outcomes', ['buy', 'rain', ''], ['yes', 'no']],
    ['outcomes after an option with its value', ['buy', '--purpose', 'rain', 'rain', 'y'], ['yes']],
    ['options', ['buy', 'rain', 'yes', '5', '--m'], ['--min-multiple']],
    ['options of the program', ['buy', '--ou'], ['--output']],
    ['values of an option', ['markets', 'list', '--status', 'c'], ['closed', 'cancelled']],
    ['values of an option of the program', ['-o', ''], ['json', 'table']],
    ['no value of an option that takes any', ['buy', '--purpose', ''], []],
  ])('completes %s', async (_, words, expected) => {
    const { code, out } = await run('complete', '--', ...words);
    const found = out.split('\n').filter((line) => line !== '');
    expect({ code, found }).toEqual({ code: 0, found: expect.arrayContaining(expected) });
    if (words.at(-1) !== '') expect(found).toEqual(expected);
  });

  it.each(['bash', 'zsh', 'fish'])('prints a completion script for %s', async (shell) => {
    const { code, out } = await run('completion', shell);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('presage complete -- ') });
  });
});

describe('a command line that cannot run', () => {
  /** Runs a command, with the API key of the environment. */
  async function catchFailure(words: readonly string[], { apiKey, url }: { apiKey?: string; url?: string } = {}) {
    let err = '';
    const terminal = { out: () => undefined, err: (text: string) => (err += text), isInteractive: false };
    const environment = { url: url ?? 'http://127.0.0.1:2', apiKey, agentId: 'agent_alice_01' };
    return { code: await runProgram(words, { environment, terminal }), err };
  }

  it.each([
    ['--url', 'localhost:4000', 'markets', 'list'],
    ['--url', 'ftp://localhost', 'markets', 'list'],
    ['--url', 'http://', 'markets', 'list'],
    ['--agent', '', 'agent', 'show'],
    ['watch', '--after', 'yesterday'],
    ['watch', '--after', '-1'],
    ['mcp', '--', '--port', 'no'],
    ['mcp', '--', '--nothing'],
  ])('exits with 2 for %s %j', async (...words) => {
    expect(await catchFailure(words)).toMatchObject({ code: 2 });
  });

  it.each([
    [['markets', 'lst'], "unknown command 'lst' (Did you mean list?)"],
    [['--nothing'], "unknown option '--nothing'"],
    [['buy', '0x1', 'maybe', '5'], expect.stringContaining("'maybe' is invalid")],
    [['markets', 'show'], "missing required argument 'market'"],
    [[], expect.stringContaining('presage --help')],
  ])('reports %j as JSON without a terminal, and as text otherwise', async (words, message) => {
    const { code, err } = await catchFailure(words);
    expect({ code, ...JSON.parse(err) }).toEqual({
      code: 2,
      error: { code: 'usage', message, details: [], next_actions: [] },
    });
    const text = await catchFailure(['-o', 'table', ...words]);
    expect(text).toEqual({ code: 2, err: expect.not.stringContaining('{"error"') });
    expect(text.err).toMatch(/^(?:error: |Usage: presage)/);
  });

  it('exits with 2 for an API key that no header can carry, without its value', async () => {
    const { code, err } = await catchFailure(['markets', 'list'], { apiKey: 'ключ' });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('PRESAGE_API_KEY') });
    expect(err).not.toContain('ключ');
  });

  it.each([[['markets', 'list']], [['buy', '0x1', 'yes', '5', '--purpose', 'p']], [['watch']]])(
    'exits with 3 at once for %j while no service listens, and says how to start or name it',
    async (words) => {
      const { code, err } = await catchFailure(words);
      expect({ code, ...JSON.parse(err) }).toMatchObject({
        code: 3,
        error: { code: 'no_answer', message: 'Nothing listens on http://127.0.0.1:2.' },
      });
      expect(err).toMatch(/npm start.*--url or PRESAGE_URL/);
    },
  );

  it.each([
    [301, ''],
    [404, '<html>'],
    [404, '{"detail":"Not Found"}'],
    [501, ''],
    [200, '<html>'],
  ])('exits with 2 at once when another service answers %i %j', async (status, body) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const { code, err } = await catchFailure(['markets', 'list'], { url });
    server.close();
    expect({ code, ...JSON.parse(err) }).toMatchObject({
      code: 2,
      error: { message: `${url} is not the API of Presage.`, next_actions: ['Set --url or PRESAGE_URL.'] },
    });
  });

  it('takes an answer that is cut off for an outage', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"markets":');
      setImmediate(() => response.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const words = ['create', 'rain', '--question', 'Will it rain?', '--closes', '1', '--timeout', '1'];
    const { code, err } = await catchFailure(words, { url: `http://127.0.0.1:${port}` });
    server.close();
    expect({ code, ...JSON.parse(err) }).toMatchObject({ code: 3, error: { code: 'no_answer' } });
  });

  it('repeats a refused connection after the service has answered once', async () => {
    const server = createServer((_request, response) => {
      server.close();
      response.writeHead(503, { connection: 'close' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const words = ['create', 'rain', '--question', 'Will it rain?', '--closes', '1', '--timeout', '1'];
    const { code, err } = await catchFailure(words, { url: `http://127.0.0.1:${port}` });
    expect({ code, ...JSON.parse(err) }).toMatchObject({
      code: 3,
      error: { message: `The service at http://127.0.0.1:${port} did not answer.` },
    });
  });
});
