import { Argument, InvalidArgumentError, Option } from 'commander';

/** Maximum number of items on a page of the service. */
export const MAX_PAGE = 50;

export function outcomeArgument(): Argument {
  const outcome = new Argument('<outcome>', 'yes or no').choices(['yes', 'no']);
  const { parseArg: parse } = outcome;
  return outcome.argParser((text, previous: unknown) => parse?.(text.toLowerCase(), previous));
}

export function marketArgument(): Argument {
  return new Argument('<market>', 'id, contract address or name of the market');
}

export function limitOption(): Option {
  return new Option('--limit <n>', 'maximum number of rows').argParser(positive).default(MAX_PAGE);
}

/** The first items of a list, or those that are wanted. */
export async function take<T>(
  items: AsyncIterable<T>,
  limit: number,
  isWanted: (item: T) => boolean = () => true,
): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) {
    if (isWanted(item)) taken.push(item);
    if (taken.length === limit) break;
  }
  return taken;
}

export function positive(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError('Expected a whole number of at least 1.');
  return value;
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

/** Text after the help of a command. */
export function example(line: string): string {
  return `\nExample:\n  presage ${line}`;
}
