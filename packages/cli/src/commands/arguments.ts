import { Argument, InvalidArgumentError } from 'commander';

export function outcomeArgument(): Argument {
  const outcome = new Argument('<outcome>', 'yes or no').choices(['yes', 'no']);
  const { parseArg: parse } = outcome;
  return outcome.argParser((text, previous: unknown) => parse?.(text.toLowerCase(), previous));
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

/** Text after the help of a command. */
export function example(line: string): string {
  return `\nExample:\n  presage ${line}`;
}
