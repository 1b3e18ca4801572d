import { ApiKeysRepository, OwnersRepository } from '@app/agents';
import { DEMO_USER_ID } from '@app/persistence';
import { connectDatabase } from '../../../test/support/open-database.js';
import { findAccountId, issueKey } from '../../support/issue-key.js';

const ACCOUNT = 'fuzz';
const STRANGER = 'stranger';

export interface FuzzKeys {
  /** Keys of the account that owns the prepared agents; the first has every scope. */
  readonly own: readonly [full: string, ...narrow: string[]];
  /** Keys of another account and of operators, and keys that are expired or revoked. */
  readonly strangers: readonly string[];
  /** The one of them that reads the operators' routes. */
  readonly operator: string;
}

/** Creates the keys, and gives the agents and the demo user to the account of the own ones. */
export async function issueFuzzKeys(databaseUrl: string, agentIds: readonly string[]): Promise<FuzzKeys> {
  const { database, close } = await connectDatabase(databaseUrl, 1);
  try {
    const accountId = await findAccountId(database, ACCOUNT);
    for (const agentId of agentIds) await new OwnersRepository(database).bind({ agentId, accountId });
    await database.query('UPDATE users SET account_id = $1 WHERE id = $2', [accountId, DEMO_USER_ID]);
    const revoked = await issueKey(database, { account: ACCOUNT });
    await new ApiKeysRepository(database).revoke(revoked.split('_')[1] ?? '');
    const operator = await issueKey(database, { account: null, scopes: ['operator'] });
    return {
      operator,
      own: [
        await issueKey(database, { account: ACCOUNT }),
        await issueKey(database, { account: ACCOUNT, scopes: ['read'] }),
        await issueKey(database, { account: ACCOUNT, scopes: ['intents'], agentIds: agentIds.slice(0, 1) }),
      ],
      strangers: [
        await issueKey(database, { account: STRANGER }),
        await issueKey(database, { account: STRANGER, scopes: ['read'] }),
        operator,
        await issueKey(database, { account: ACCOUNT, lifetimeDays: -1 }),
        revoked,
      ],
    };
  } finally {
    await close();
  }
}
