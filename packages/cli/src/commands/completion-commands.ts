import { Argument, type Command } from 'commander';
import { completePlace, SCRIPTS, type Shell, SHELLS } from '../completion.js';
import type { Context } from '../context.js';
import { MAX_PAGE } from './arguments.js';

/** Names that need no quotes in a shell, and that no command takes for an option: anyone may name a market --retry. */
const PLAIN_NAME = /^\w[\w.-]*$/;
/** A person waits for each key. */
const TIMEOUT_MS = 2_000;

export function addCompletionCommands(program: Command, context: Context): void {
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('[shell]', 'shell that reads it').choices(SHELLS).default('bash'))
    .addHelpText('after', '\nExample:\n  source <(presage completion bash)\n  presage completion fish | source')
    .action((shell: Shell) => context.terminal.out(SCRIPTS[shell]));
  program
    .command('complete', { hidden: true })
    .description('print what may follow these words, one on each line')
    .argument('[words...]')
    .action(async (words: string[]) => {
      const place = completePlace(program, words);
      const found = place.takesMarket ? await listMarkets(context) : place.words;
      for (const word of found) if (word.startsWith(words.at(-1) ?? '')) context.terminal.out(`${word}\n`);
    });
}

/** Names of markets, and the addresses of those whose name is another one's too or is not plain. */
async function listMarkets({ presage }: Context): Promise<string[]> {
  const query = { limit: MAX_PAGE };
  const { markets } = await presage.request('listMarkets', { query, timeoutMs: TIMEOUT_MS });
  const contracts = markets.flatMap(({ onchain }) => onchain ?? []);
  return contracts.map(({ market_id: name, market_contract_address: address }) => {
    const isUnique = contracts.filter((other) => other.market_id === name).length === 1;
    return isUnique && PLAIN_NAME.test(name) ? name : address;
  });
}
