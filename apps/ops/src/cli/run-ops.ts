import { userInfo } from 'node:os';
import { AppError } from '@app/common';
import { type AuditedRun, beginAudit } from './audit-log.js';
import { CommandInput } from './command-input.js';
import { type Command, type OpsContext, type OpsResult, RefusedError, UsageError } from './command.js';
import { helpOf, overview } from './help.js';

export interface OpsRun {
  commands: readonly Command[];
  /** Opens database and chain; called only when a command is to be run. */
  open: (actor: string) => Promise<{ context: OpsContext; close: () => Promise<void> }>;
  out: (text: string) => void;
  complain: (text: string) => void;
}

/** Runs what was typed. @returns the exit code: 0 done, 1 refused or failed, 2 not understood */
export async function runOps(run: OpsRun, words: readonly string[]): Promise<0 | 1 | 2> {
  const command = run.commands.find(({ name }) => startsWith(words, name.split(' ')));
  if (command === undefined) return showCommands(run, words);
  try {
    const input = CommandInput.read(command, words.slice(command.name.split(' ').length));
    if (input.flag('help')) {
      run.out(helpOf(command));
      return 0;
    }
    const result = await carryOut(run, command, input);
    run.out(shown(result, input.flag('json')));
    return result.disagrees === true ? 1 : 0;
  } catch (error) {
    if (error instanceof UsageError) {
      run.complain(`${command.name}: ${error.message}\n(npm run ops -- ${command.name} --help says more)\n`);
      return 2;
    }
    const told = error instanceof RefusedError || error instanceof AppError;
    if (!told) throw error;
    run.complain(`${command.name}: ${error.message}\n`);
    return 1;
  }
}

/** All of them for whoever asks, and for whoever meant one of them those that it can have been. */
function showCommands({ commands, out, complain }: OpsRun, words: readonly string[]): 0 | 2 {
  const [first = 'help'] = words;
  if (['help', '--help', '-h'].includes(first)) {
    out(overview(commands));
    return 0;
  }
  const typed = words.filter((word) => !word.startsWith('-')).slice(0, 2);
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  const known = (group.length > 0 ? group : commands).map(({ name }) => name).join(', ');
  complain(`there is no command "${typed.join(' ')}"; there ${known.includes(', ') ? 'are' : 'is'}: ${known}\n`);
  complain('(npm run ops -- help says what each is for)\n');
  return 2;
}

async function carryOut({ open }: OpsRun, command: Command, input: CommandInput): Promise<OpsResult> {
  const { context, close } = await open(input.text('actor') ?? currentUser());
  try {
    if (!command.changes) return await command.run(context, input);
    const audited = await beginAudit(context, { command: command.name, arguments: input.typed });
    return await withAudit(audited, () => command.run(context, input));
  } finally {
    await close();
  }
}

async function withAudit(audited: AuditedRun, work: () => Promise<OpsResult>): Promise<OpsResult> {
  try {
    const result = await work();
    await audited.end('done', result.lines[0] ?? '');
    return result;
  } catch (error) {
    const refused = error instanceof RefusedError || error instanceof UsageError || error instanceof AppError;
    // What broke unforeseen is named by its kind: its own text may quote what others sent.
    const detail = refused ? error.message : error instanceof Error ? error.constructor.name : 'unknown error';
    await audited.end(refused ? 'refused' : 'failed', detail).catch(() => undefined);
    throw error;
  }
}

function shown({ lines, data }: OpsResult, json: boolean): string {
  return json ? `${JSON.stringify(data)}\n` : lines.map((line) => `${line}\n`).join('');
}

function startsWith(words: readonly string[], name: readonly string[]): boolean {
  return name.every((word, index) => words[index] === word);
}

/** In a container the user may have a number and no name. */
function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
