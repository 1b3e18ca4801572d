import { ACTION_NAMES, ACTIONS, type EvidenceInput, toAction } from '@presage/sdk';
import { type Command, Option } from 'commander';
import { type ActOptions, type Context, withActOptions } from '../context.js';
import { UsageError } from '../exit-code.js';
import { createPurpose, findIntent } from '../find-market.js';
import { type Instant, parseInstant } from '../instant.js';
import { example, marketArgument, outcomeArgument } from './arguments.js';

interface CreateOptions extends ActOptions {
  readonly question: string;
  readonly closes: Instant;
  readonly resolver?: string;
}

interface ResolveOptions extends ActOptions {
  readonly evidence?: string;
  readonly evidenceSha256?: string;
  readonly evidenceNote?: string;
}

/** Commands with arguments of their own. */
const OWN_COMMANDS: readonly string[] = ['create', 'buy', 'resolve'];

export function addActionCommands(program: Command, context: Context): void {
  addCreate(program, context);
  addBuy(program, context);
  addResolve(program, context);
  for (const action of ACTION_NAMES.filter((name) => !OWN_COMMANDS.includes(ACTIONS[name].command))) {
    const { command: name, label, caller } = ACTIONS[action];
    const command = program
      .command(name)
      .description(`${label.toLowerCase()}: ${caller}`)
      .addArgument(marketArgument())
      .addHelpText('after', example(`${name} rain`));
    withActOptions(command, 'by default one for each market').action(async (reference: string, options: ActOptions) => {
      const market = await findContract(context, reference);
      const purpose = options.purpose ?? `${action} ${market.market_contract_address}`;
      await context.act(toAction({ agent_id: context.agentId, action, ...market, purpose }), options);
    });
  }
}

function addCreate(program: Command, context: Context): void {
  const command = program
    .command('create')
    .description('create a market')
    .argument('<name>', 'name of the market')
    .requiredOption('--question <text>', 'question of the market')
    .addOption(
      new Option('--closes <time>', 'end of buying: a time in UTC unless it has a zone, or a time from now')
        .argParser((text) => parseInstant(text))
        .makeOptionMandatory(),
    )
    .option('--resolver <address>', 'address that resolves the market (the agent)')
    .addHelpText('after', example("create rain --question 'Will it rain?' --closes '2027-12-31 18:00'"));
  withActOptions(command, 'by default one for each name').action(async (name: string, options: CreateOptions) => {
    const { question, closes, resolver, purpose = createPurpose(name) } = options;
    const close_timestamp = await toCloseTimestamp(context, closes, purpose);
    await context.act(
      {
        ...{ agent_id: context.agentId, action: 'create_market', purpose },
        ...{ market_id: name, question, close_timestamp, ...(resolver === undefined ? {} : { resolver }) },
      },
      options,
    );
  });
}

/** The time of a command that is repeated stays the one of its first run, although "in an hour" is another one by then. */
async function toCloseTimestamp(context: Context, closes: Instant, purpose: string): Promise<string> {
  const known = closes.isRelative ? await findIntent(context.presage, context.agentId, purpose) : null;
  const timestamp = known?.close_timestamp ?? closes.iso;
  if (context.terminal.isInteractive) context.terminal.err(`closes: ${timestamp}\n`);
  return timestamp;
}

function addBuy(program: Command, context: Context): void {
  const command = program
    .command('buy')
    .description('bet on an outcome')
    .addArgument(marketArgument())
    .addArgument(outcomeArgument())
    .argument('<amount>', 'stake, display units')
    .option('--min-multiple <multiple>', 'least payout per stake')
    .addHelpText('after', example("buy rain yes 5 --purpose 'rain entry 1'"));
  withActOptions(command, 'required: one purpose has at most one effect').action(
    async (
      reference: string,
      outcome: 'yes' | 'no',
      amount: string,
      options: ActOptions & { readonly minMultiple?: string },
    ) => {
      const { purpose, minMultiple: min_multiple = null } = options;
      if (purpose === undefined) {
        throw new UsageError('A bet needs --purpose: repeat the command with it, and the bet is made once.');
      }
      const market = await findContract(context, reference);
      const action = outcome === 'yes' ? 'buy_yes' : 'buy_no';
      await context.act({ agent_id: context.agentId, action, ...market, amount, min_multiple, purpose }, options);
    },
  );
}

function addResolve(program: Command, context: Context): void {
  const command = program
    .command('resolve')
    .description('resolve a closed market as its resolver')
    .addArgument(marketArgument())
    .addArgument(outcomeArgument())
    .option('--evidence <url>', 'where the outcome can be checked, https')
    .option('--evidence-sha256 <hash>', 'SHA-256 of the content at the URL')
    .option('--evidence-note <text>', 'note to readers')
    .addHelpText('after', example('resolve rain yes --evidence https://www.ipma.pt/report.pdf'));
  withActOptions(command, 'by default one for each market and outcome').action(
    async (reference: string, outcome: 'yes' | 'no', options: ResolveOptions) => {
      const evidence = toEvidence(options);
      const market = await findContract(context, reference);
      const purpose = options.purpose ?? `resolve_market ${outcome} ${market.market_contract_address}`;
      const action = { action: 'resolve_market', ...market, outcome, evidence } as const;
      await context.act({ agent_id: context.agentId, ...action, purpose }, options);
    },
  );
}

function toEvidence({ evidence: url, evidenceSha256, evidenceNote }: ResolveOptions): EvidenceInput | null {
  if (url !== undefined) return { url, sha256: evidenceSha256 ?? null, note: evidenceNote ?? null };
  if (evidenceSha256 === undefined && evidenceNote === undefined) return null;
  throw new UsageError('Name the evidence with --evidence URL.');
}

async function findContract(
  context: Context,
  reference: string,
): Promise<{ market_id: string; market_contract_address: string }> {
  const { onchain } = await context.findMarket(reference);
  if (onchain === null) throw new UsageError('The market is a record without a contract.');
  return { market_id: onchain.market_id, market_contract_address: onchain.market_contract_address };
}
