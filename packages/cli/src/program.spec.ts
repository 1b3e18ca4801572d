import { runProgram } from './program.js';

async function outputOf(...words: readonly string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const terminal = { out: (text: string) => (out += text), err: () => undefined, isInteractive: false };
  const environment = { url: 'http://127.0.0.1:1', apiKey: undefined, agentId: undefined };
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
    const first = commandsIn((await outputOf('--help')).out);
    expect(first).toEqual(
      expect.arrayContaining([...groups, 'create', 'buy', 'resolve', 'close', 'claim', 'cancel', 'refund', 'watch']),
    );
    const commands: string[][] = first.filter((name) => !groups.includes(name)).map((name) => [name]);
    for (const group of groups) {
      commands.push(...commandsIn((await outputOf(group, '--help')).out).map((name) => [group, name]));
    }
    expect(commands.length).toBeGreaterThan(20);
    for (const words of commands) {
      const { code, out } = await outputOf(...words, '--help');
      expect({ words, code, out }).toEqual({ words, code: 0, out: expect.stringMatching(/\nExample:\n {2}\S/) });
    }
  });

  it('completes every command', async () => {
    const { out } = await outputOf('completion');
    const first = commandsIn((await outputOf('--help')).out);
    expect(out).toContain(`words="${first.join(' ')}"`);
  });
});
