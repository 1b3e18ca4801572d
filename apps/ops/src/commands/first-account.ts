import { AccountsRepository, KEY_SCOPES } from '@app/agents';
import { defineCommand, type OpsContext, type OpsResult } from '../cli/command.js';
import { accountName } from './accounts.js';
import { DEFAULT_LIFETIME_DAYS, issueKey } from './keys.js';

const SCOPES = KEY_SCOPES.filter((scope) => scope !== 'operator');

export const createFirstAccount = defineCommand({
  name: 'accounts init',
  changes: true,
  define: (command, run) =>
    command
      .summary('Create the first account and its key, unless there are accounts')
      .description(
        'Creates an account and a key with every scope of an account, and prints the key once. Changes nothing when ' +
          'there is an account already, so a deployment may run it at every start.',
      )
      .argument('[name]', 'name of the account', accountName, 'default')
      .action((name) => run((context) => createFirst(context, name))),
});

async function createFirst({ database, actor }: OpsContext, name: string): Promise<OpsResult> {
  return database.transaction(async (tx) => {
    const accounts = new AccountsRepository(tx);
    const [existing] = await accounts.list({ limit: 1 });
    const account = existing === undefined ? await accounts.create({ name, createdBy: actor }) : null;
    if (account === null) return { lines: explainExisting(existing?.name ?? name), data: { created: false } };
    return issueKey(tx, actor, { account: name, scope: SCOPES, days: DEFAULT_LIFETIME_DAYS, note: 'first key' });
  });
}

function explainExisting(account: string): string[] {
  return [
    `there is an account already, ${account}: nothing was changed`,
    '  npm run ops -- accounts list',
    `  npm run ops -- keys create --account ${account} --scope ${SCOPES.join(' ')}`,
    'the second command makes another key with every scope of an account: leave out those that it does not need',
  ];
}
