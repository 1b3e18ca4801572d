import { parseArgs } from 'node:util';
import { type Command, UsageError } from './command.js';

/** Every command takes these. */
export const COMMON_OPTIONS = {
  json: { form: 'flag', doc: 'one JSON object on one line' },
  actor: { form: 'text', value: 'NAME', doc: 'who does it, for the audit log; the operating system’s user otherwise' },
  help: { form: 'flag', doc: 'this text' },
} as const satisfies Command['options'];

/** What was typed after the command's name. */
export class CommandInput {
  private constructor(
    private readonly positionals: readonly string[],
    private readonly values: Readonly<Record<string, unknown>>,
    /** All of it, as it was typed. */
    readonly typed: readonly string[],
  ) {}

  /** @throws {UsageError} for an unknown option, or a wrong number of arguments */
  static read(command: Command, words: readonly string[]): CommandInput {
    const input = parse(command, words);
    const wanted = command.arguments.length;
    if (!input.flag('help') && input.positionals.length !== wanted) {
      throw new UsageError(wanted === 0 ? 'takes no argument' : `needs ${command.arguments.join(' and ')}, once`);
    }
    return input;

    function parse({ options }: Command, args: readonly string[]): CommandInput {
      const known = Object.entries({ ...options, ...COMMON_OPTIONS }).map(
        ([name, { form }]) => [name, { type: form === 'flag' ? ('boolean' as const) : ('string' as const) }] as const,
      );
      try {
        const parsed = parseArgs({ args: [...args], options: Object.fromEntries(known), allowPositionals: true });
        return new CommandInput(parsed.positionals, parsed.values, words);
      } catch (error) {
        const complaint = complaintOf(error);
        if (complaint === null) throw error;
        throw new UsageError(complaint);
      }
    }
  }

  argument(index: number): string {
    const value = this.positionals[index];
    if (value === undefined) throw new Error('a command asks for an argument that it does not name');
    return value;
  }

  text(option: string): string | undefined {
    const value = this.values[option];
    return typeof value === 'string' ? value : undefined;
  }

  flag(option: string): boolean {
    return this.values[option] === true;
  }

  /** @throws {UsageError} when it is not a whole number within the bounds */
  integer(option: string, { fallback, max }: { fallback: number; max: number }): number {
    const text = this.text(option);
    if (text === undefined) return fallback;
    if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > max) {
      throw new UsageError(`--${option} must be a whole number from 1 to ${max}`);
    }
    return Number(text);
  }

  /** @throws {UsageError} when it is none of the values */
  oneOf<const T extends string>(option: string, values: readonly T[]): T | undefined {
    const text = this.text(option);
    if (text === undefined) return undefined;
    const found = values.find((value) => value === text);
    if (found === undefined) throw new UsageError(`--${option} must be one of ${values.join(', ')}`);
    return found;
  }
}

/** What Node says of words that it cannot read, in one sentence; null for any other error. */
function complaintOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return null;
  if (!String(error.code).startsWith('ERR_PARSE_ARGS_')) return null;
  return String(error.message).split(/\. |\n/)[0] ?? null;
}
