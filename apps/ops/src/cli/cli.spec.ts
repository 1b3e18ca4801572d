import { COMMANDS } from '../commands/index.js';
import { defineCommand, type OpsCommand, type OpsContext, RefusedError, UsageError } from './command.js';
import { limitOption } from './options.js';
import { runOps } from './run-ops.js';
import { sheet, table } from './table.js';

/** Runs a command line without connections, and returns its output. */
async function run(commands: readonly OpsCommand[], line: string) {
  const output = { code: 0, out: '', err: '', actors: [] as string[] };
  const open = (actor: string) => {
    output.actors.push(actor);
    return Promise.resolve({ context: {} as OpsContext, close: () => Promise.resolve() });
  };
  output.code = await runOps(
    { commands, open, writeOut: (text) => (output.out += text), writeErr: (text) => (output.err += text) },
    line.split(' ').filter((word) => word !== ''),
  );
  return output;
}

/** A command that returns its arguments and options. */
const ECHO = defineCommand({
  name: 'things list',
  changes: false,
  define: (command, perform) =>
    command
      .description('List things')
      .argument('<kind>', 'kind of the things')
      .option('--all', 'all things')
      .addOption(limitOption({ max: 100 }))
      .action((kind, { all, limit }) =>
        perform(() => Promise.resolve({ lines: [`${kind} ${all} ${limit}`], data: { kind, all, limit } })),
      ),
});

const failing = (error: Error): OpsCommand =>
  defineCommand({
    name: 'fail',
    changes: false,
    define: (command, perform) => command.action(() => perform(() => Promise.reject(error))),
  });

describe('runOps', () => {
  it('parses arguments and options in any order', async () => {
    const output = await run([ECHO], 'things list --all red --limit 7 --actor=robin');
    expect(output).toMatchObject({ code: 0, out: 'red true 7\n', err: '', actors: ['robin'] });
    expect((await run([ECHO], 'things list red')).out).toBe('red undefined 50\n');
  });

  it('prints one JSON object on one line with --json', async () => {
    expect((await run([ECHO], 'things list red --json')).out).toBe('{"kind":"red","limit":50}\n');
    expect((await run([ECHO], 'things list r\u2028\u009bd --json')).out).toBe(
      '{"kind":"r\\u2028\\u009bd","limit":50}\n',
    );
  });

  it('prints one line for each row and field of a table, without characters that a terminal obeys', () => {
    expect(table(['A'], [['x\u2028y\u009b31m\u202ez']])).toEqual(['A', 'x y31mz']);
    expect(sheet({ a: 'x\ny' })).toEqual(['a  x y']);
  });

  it('prints the keys of every command in snake_case, also in lists', async () => {
    const at = new Date(0);
    const data = {
      lastPollAgeMs: 1,
      agent_id: 'x',
      lanes: [{ wakeAt: at, head: null }],
      args: ['fromBlock'],
      events: [{ data: { intentId: 'i' } }],
    };
    const show = defineCommand({
      name: 'show',
      changes: false,
      define: (command, perform) => command.action(() => perform(() => Promise.resolve({ lines: [], data }))),
    });
    expect(JSON.parse((await run([show], 'show --json')).out)).toEqual({
      ...{ last_poll_age_ms: 1, agent_id: 'x', args: ['fromBlock'] },
      lanes: [{ wake_at: at.toISOString(), head: null }],
      events: [{ data: { intentId: 'i' } }],
    });
  });

  it.each([
    ['things list', "missing required argument 'kind'"],
    ['things list red blue', 'too many arguments'],
    ['things list red --colour x', "unknown option '--colour'"],
    ['things list red --limit', "option '--limit <n>' argument missing"],
    ['things list red --limit 101', 'It must be a whole number from 1 to 100.'],
    ...['0', '-1', '1.5', 'x', '1e2'].map((limit) => [`things list red --limit=${limit}`, 'is invalid']),
    ['things', 'things list <kind>'],
    ['things lst', "unknown command 'lst'\n(Did you mean list?)"],
    ['other', "unknown command 'other'"],
    ['thing list', '(Did you mean things?)'],
    ['--json', "unknown option '--json'"],
  ])('refuses %j with exit code 2 and opens no connection', async (line, message) => {
    const output = await run([ECHO], line);
    expect(output).toMatchObject({ code: 2, out: '', actors: [], err: expect.stringContaining(message) });
  });

  it('returns 1 for a refusal, 2 for invalid usage, and rethrows other errors', async () => {
    expect(await run([failing(new RefusedError('no'))], 'fail')).toMatchObject({ code: 1, err: 'fail: no\n' });
    expect(await run([failing(new UsageError('what'))], 'fail')).toMatchObject({ code: 2, err: 'fail: what\n' });
    await expect(run([failing(new TypeError('broken'))], 'fail')).rejects.toThrow('broken');
  });

  it('returns 1 when a check found a disagreement', async () => {
    const check = defineCommand({
      name: 'check',
      changes: false,
      define: (command, perform) =>
        command.action(() => perform(() => Promise.resolve({ lines: ['one'], data: {}, disagrees: true }))),
    });
    expect(await run([check], 'check')).toMatchObject({ code: 1, out: 'one\n' });
  });
});

describe('help', () => {
  it.each(['', 'help', '--help', '-h'])('of %j lists all commands without a connection', async (line) => {
    const { code, out, err, actors } = await run(COMMANDS, line);
    expect({ code, err, actors }).toEqual({ code: 0, err: '', actors: [] });
    for (const { name } of COMMANDS) expect(out).toMatch(new RegExp(`^  ${name} .*\\S`, 'm'));
    expect(out).toContain('\n  accounts init [name] ');
    expect(out).toContain('2  not run: invalid usage or settings');
  });

  it.each(COMMANDS.map(({ name }) => name))('of %s needs no connection', async (name) => {
    const { code, out, err, actors } = await run(COMMANDS, `${name} --help`);
    expect({ code, err, actors }).toEqual({ code: 0, err: '', actors: [] });
    expect(out).toContain(`Usage: npm run ops -- ${name} [options]`);
    expect(out).toMatch(/--json .*--actor <name> /s);
  });
});

describe('table', () => {
  it('aligns columns and shows a dash for an empty cell', () => {
    const rows = [
      ['a', 1, null],
      ['long', 22, new Date(0)],
    ];
    expect(table(['NAME', 'N', 'AT'], rows)).toEqual([
      'NAME  N   AT',
      'a     1   -',
      'long  22  1970-01-01T00:00:00.000Z',
    ]);
  });

  it('shows (none) without rows', () => {
    expect(table(['NAME', 'N'], [])).toEqual(['NAME  N', '(none)']);
  });
});

describe('sheet', () => {
  it('shows one field per line', () => {
    expect(sheet({ id: 'x', agent: undefined, held: false })).toEqual(['id     x', 'agent  -', 'held   false']);
  });
});
