import { randomUUID } from 'node:crypto';
import {
  BudgetExceededError,
  type BudgetRejection,
  OwnersRepository,
  rebindWallet,
  setAccountLimits,
  WalletsRepository,
} from '@app/agents';
import type { SqlSession } from '@app/persistence';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { eventually } from '../../../../test/support/eventually.js';
import { type ConnectedDatabase, connectDatabase } from '../../../../test/support/open-database.js';
import { acceptExecution } from './accept-execution.js';
import { type AcceptanceInput, AcceptancesRepository } from './acceptances.repository.js';

const ACCEPTANCE = { requestId: 'test', executionEnabled: true, maxQueued: 1_000 };

describe('account limits that start to apply during an acceptance', () => {
  let fixture: EngineFixture;
  /** Database of a second process. */
  let other: ConnectedDatabase;
  beforeAll(async () => {
    fixture = await openEngineFixture();
    other = await connectDatabase(fixture.databaseUrl);
  });
  afterAll(async () => {
    await other?.close();
    await fixture?.close();
  });

  const query = <Row extends Record<string, unknown>>(text: string, parameters: string[] = []): Promise<Row[]> =>
    fixture.database.query<Row>(text, parameters);
  const noLimits = { dailyLimit: null, marketLimit: null, openExposureLimit: null };
  const setLimit = (account: string, dailyLimit: string): Promise<number> =>
    other.database.transaction((tx) => setAccountLimits(tx, account, { ...noLimits, dailyLimit }));
  const newAccount = async (): Promise<string> => {
    const text = `INSERT INTO accounts (name, created_by) VALUES ($1, 'test') RETURNING id`;
    const [row] = await query<{ id: string }>(text, [randomUUID()]);
    return row?.id ?? '';
  };
  /** Accepts an execution, and changes something once after its facts were read. */
  const acceptAround = async (agentId: string, change: () => Promise<unknown>): Promise<string | BudgetRejection> => {
    const intentId = await fixture.intent(agentId);
    let isChanged = false;
    const acceptances = new AcceptancesRepository(fixture.database);
    const findFacts = acceptances.findFacts.bind(acceptances);
    acceptances.findFacts = async (id): Promise<AcceptanceInput | null> => {
      const facts = await findFacts(id);
      if (!isChanged) await change();
      isChanged = true;
      return facts;
    };
    try {
      return (await acceptExecution(fixture.database, { ...ACCEPTANCE, intentId }, acceptances)).id;
    } catch (error) {
      if (error instanceof BudgetExceededError) return error.rejection;
      throw error;
    }
  };
  const refused = { scope: 'account', rule: 'daily_limit', limit: '5' };
  /** Ways in which the agent of a wallet joins an account with limits. */
  const joins: Record<
    string,
    (sql: SqlSession, wallet: { agentId: string; laneId: string }, key: string) => Promise<unknown>
  > = {
    'is given to an account': (sql, { agentId }, accountId) => new OwnersRepository(sql).bind({ agentId, accountId }),
    'gets another mailbox': (sql, { agentId }, email) => rebindWallet(sql, agentId, { email }),
    'gets its first mailbox': async (sql, { agentId, laneId }, email) => {
      const wallets = new WalletsRepository(sql);
      await wallets.lockForOwner(agentId, email);
      await wallets.recordOwner(laneId, { email, client: null });
    },
  };
  const target = async (name: string): Promise<{ key: string; account: string }> => {
    const isMailbox = name.endsWith('mailbox');
    const key = isMailbox ? `${randomUUID()}@example.com` : await newAccount();
    return { key, account: `${isMailbox ? 'mailbox' : 'account'}:${key}` };
  };

  it('are seen when they are set', async () => {
    const ownerEmail = `${randomUUID()}@example.com`;
    const { agentId } = await fixture.wallet({ ownerEmail });
    expect(await acceptAround(agentId, () => setLimit(`mailbox:${ownerEmail}`, '5'))).toMatchObject(refused);
  });

  it.each(Object.entries(joins))('are seen when the agent %s', async (name, join) => {
    const { key, account } = await target(name);
    await setLimit(account, '5');
    const wallet = await fixture.wallet();
    const change = (): Promise<unknown> => other.database.transaction((tx) => join(tx, wallet, key));
    expect(await acceptAround(wallet.agentId, change)).toMatchObject(refused);
  });

  it.each(Object.entries(joins))('hold for a wallet whose agent %s at the same time', async (name, join) => {
    const { key, account } = await target(name);
    const wallet = await fixture.wallet();
    let setting: Promise<number> | undefined;
    await fixture.database.transaction(async (tx) => {
      await join(tx, wallet, key);
      let isSet = false;
      setting = setLimit(account, '5').finally(() => (isSet = true));
      const waiting = (): Promise<unknown[]> =>
        query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`);
      await eventually(waiting, ({ length }) => isSet || length > 0);
    });
    expect(await setting).toBe(1);
  });
});
