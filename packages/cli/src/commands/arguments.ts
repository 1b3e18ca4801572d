import { Argument, InvalidArgumentError } from 'commander';

export function outcomeArgument(): Argument {
  return new Argument('<outcome>', 'yes or no').choices(['yes', 'no']);
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

/** Text after the help of a command. */
export function example(line: string): string {
  return `\nExample:\n  presage ${line}`;
}
