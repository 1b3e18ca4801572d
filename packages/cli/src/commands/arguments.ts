import { Argument } from 'commander';

export function outcomeArgument(): Argument {
  return new Argument('<outcome>', 'yes or no').choices(['yes', 'no']);
}
