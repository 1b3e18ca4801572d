import { Argument } from 'commander';

export function outcomeArgument(): Argument {
  return new Argument('<outcome>', 'yes or no').choices(['yes', 'no']);
}

/** Text after the help of a command. */
export function example(line: string): string {
  return `\nExample:\n  presage ${line}`;
}
