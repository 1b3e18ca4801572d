import { Command, InvalidArgumentError } from 'commander';

const EXIT_USAGE = 2;

/** Creates a command whose usage errors print one line to standard error and exit with code 2. */
export function createCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: (text, write) => write(`${name}: ${text.replace(/^error: /, '')}`) })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE));
}

/** Parses a whole number of at least `min`. */
export function wholeNumber(min = 1): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min) {
      throw new InvalidArgumentError(`Expected a whole number of at least ${min}.`);
    }
    return value;
  };
}

/** Parses a comma-separated list of the choices. */
export function parseList<T extends string | number>(choices: readonly T[]): (text: string) => T[] {
  return (text) =>
    text.split(',').map((item) => {
      const choice = choices.find((one) => String(one) === item);
      if (choice === undefined) throw new InvalidArgumentError(`Expected a list of ${choices.join(', ')}.`);
      return choice;
    });
}
