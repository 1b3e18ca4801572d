import { COMMANDS } from '../commands/index.js';
import { CommandInput } from './command-input.js';
import { type Command, type OpsContext, UsageError } from './command.js';
import { helpOf, overview } from './help.js';
import { runOps } from './run-ops.js';
import { sheet, table } from './table.js';

const COMMAND: Command = {
  name: 'things list',
  arguments: ['KIND'],
  summary: 'lists things',
  options: { limit: { form: 'text', value: 'N', doc: 'at most so many' }, all: { form: 'flag', doc: 'all' } },
  changes: false,
  run: () => Promise.resolve({ lines: [], data: {} }),
};

describe('what is typed', () => {
  it('is read as arguments and options, in any order', () => {
    const input = CommandInput.read(COMMAND, ['--all', 'red', '--limit', '7', '--actor=robin']);
    expect([input.argument(0), input.flag('all'), input.text('actor')]).toEqual(['red', true, 'robin']);
    expect(input.integer('limit', { fallback: 50, max: 100 })).toBe(7);
    expect(input.typed).toEqual(['--all', 'red', '--limit', '7', '--actor=robin']);
  });

  it.each([
    [[], 'needs KIND, once'],
    [['red', 'blue'], 'needs KIND, once'],
    [['red', '--colour', 'x'], "Unknown option '--colour'"],
    [['red', '--limit'], "Option '--limit <value>' argument missing"],
    [['red', '--all=yes'], "Option '--all' does not take an argument"],
  ])('%j is refused: %s', (words, message) => {
    expect(() => CommandInput.read(COMMAND, words)).toThrow(new UsageError(message));
  });

  it.each(['0', '-1', '101', '1.5', 'x', '1e2'])('takes no limit of %s', (limit) => {
    const input = CommandInput.read(COMMAND, ['red', `--limit=${limit}`]);
    expect(() => input.integer('limit', { fallback: 50, max: 100 })).toThrow(UsageError);
  });
});

describe('what is shown', () => {
  it('is aligned, with a dash where there is nothing', () => {
    const rows = [
      ['a', 1, null],
      ['long', 22, new Date(0)],
    ];
    expect(table(['NAME', 'N', 'AT'], rows)).toEqual([
      'NAME  N   AT',
      'a     1   -',
      'long  22  1970-01-01T00:00:00.000Z',
    ]);
    expect(table(['NAME', 'N'], [])).toEqual(['NAME  N', '(none)']);
    expect(sheet({ id: 'x', agent: undefined, held: false })).toEqual(['id     x', 'agent  -', 'held   false']);
  });

  it('names every command, and has a page for each that needs no settings', async () => {
    const all = overview(COMMANDS);
    for (const command of COMMANDS) {
      expect(all).toContain(`  ${command.name}`);
      const words = [...command.name.split(' '), '--help'];
      const printed: string[] = [];
      const open = () => Promise.reject(new Error('opened'));
      const code = await runOps({ commands: COMMANDS, open, out: (text) => printed.push(text), complain: fail }, words);
      expect({ code, printed }).toEqual({ code: 0, printed: [helpOf(command)] });
    }
  });

  it.each([
    ['lanes', 'there is no command "lanes"; there are: lanes list, lanes show\n'],
    ['lanes lst --json', 'there is no command "lanes lst"; there are: lanes list, lanes show\n'],
    ['settle agent_execution_1', 'there is no command "settle agent_execution_1"; there are: pause, resume, '],
    ['--json', 'there is no command ""; there are: pause, '],
  ])('says on stderr what %j can have meant', async (line, complaint) => {
    const complaints: string[] = [];
    const open = () => Promise.reject(new Error('opened'));
    const complain = (text: string) => complaints.push(text);
    expect(await runOps({ commands: COMMANDS, open, out: fail, complain }, line.split(' '))).toBe(2);
    expect(complaints.join('')).toContain(complaint);
  });

  it('says of a command what it needs, and where there is more', async () => {
    const complaints: string[] = [];
    const open = () => Promise.reject(new Error('opened'));
    const complain = (text: string) => complaints.push(text);
    expect(await runOps({ commands: COMMANDS, open, out: fail, complain }, ['lanes', 'show'])).toBe(2);
    expect(complaints).toEqual(['lanes show: needs AGENT_ID, once\n(npm run ops -- lanes show --help says more)\n']);
  });

  it('fails when what was looked at is not as it should be', async () => {
    const shown: string[] = [];
    const run = (): ReturnType<Command['run']> => Promise.resolve({ lines: ['one thing'], data: {}, disagrees: true });
    const open = () => Promise.resolve({ context: {} as OpsContext, close: () => Promise.resolve() });
    const commands = [{ ...COMMAND, name: 'look', arguments: [], run }];
    expect(await runOps({ commands, open, out: (text) => shown.push(text), complain: fail }, ['look'])).toBe(1);
    expect(shown).toEqual(['one thing\n']);
  });

  function fail(text: string): void {
    throw new Error(text);
  }
});
