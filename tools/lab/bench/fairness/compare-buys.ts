import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../../../../test/support/stack/open-stack.js';
import { connectDatabase } from '../../../../test/support/open-database.js';
import { type ApiAgent, ApiClient, sendByFetch, withHeaders } from '../../../support/api-client.js';
import { findAccountId, issueKey } from '../../../support/issue-key.js';
import { at, textAt } from '../../../support/json.js';

/** Time for which the wallets without money execute before the funded buys are measured. */
const WARM_UP_MS = 10_000;
const MARKET_LIFE_S = 7 * 24 * 3_600;
const WAIT_FOR_END = { prefer: 'wait=60' } as const;
const ASYNC = { prefer: 'respond-async' } as const;

export interface Waits {
  /** Times from acceptance to the end of funded buys. */
  readonly aloneMs: readonly number[];
  readonly besideMs: readonly number[];
  /** Executions of the other wallets: accepted, ended, and steps that were sent. */
  readonly accepted: number;
  readonly ended: number;
  readonly sends: number;
}

export interface Crowd {
  readonly wallets: number;
  /** Executions that all of them start per second. */
  readonly perSecond: number;
}

type Sql = Awaited<ReturnType<typeof connectDatabase>>['database'];

/** Measures buys of a funded wallet alone, and beside wallets without money that execute all the time. */
export async function compareBuys(
  stack: Stack,
  { wallets, buys, perSecond, keys }: Crowd & { readonly buys: number; readonly keys: boolean },
): Promise<Waits> {
  const { database, close } = await connectDatabase(stack.databaseUrl);
  try {
    const clientOf = async (account: string): Promise<ApiClient> => {
      const headers: Record<string, string> = keys
        ? { authorization: `Bearer ${await issueKey(database, { account })}` }
        : {};
      return new ApiClient(withHeaders(sendByFetch(stack.api.url), headers));
    };
    const funded = await FundedBuyer.open(await clientOf('funded'), database, stack.deployment.collateral);
    const aloneMs = await funded.buy(buys);
    const crowdAccount = keys ? await findAccountId(database, 'crowd') : null;
    const crowd = await insertPenniless(database, wallets, crowdAccount);
    const client = await clientOf('crowd');
    const over = new AbortController();
    setMaxListeners(wallets, over.signal);
    const loops = crowd.map(async (agent) => {
      while (!over.signal.aborted) {
        await rest((2 * Math.random() * wallets) / perSecond, over.signal);
        await executeOnce(client, agent, funded.market);
      }
    });
    await delay(WARM_UP_MS);
    const besideMs = await funded.buy(buys);
    over.abort();
    await Promise.all(loops);
    return { aloneMs, besideMs, ...(await countOthers(database, funded.agent.agentId)) };
  } finally {
    await close();
  }
}

class FundedBuyer {
  private constructor(
    private readonly client: ApiClient,
    private readonly sql: Sql,
    readonly agent: ApiAgent,
    readonly market: string,
  ) {}

  static async open(client: ApiClient, sql: Sql, collateral: string): Promise<FundedBuyer> {
    const agent = await client.setUpAgent(`agent_funded_${randomUUID().slice(0, 8)}`);
    const created = await executeFor(client, agent, {
      action: 'create_market',
      market_id: randomUUID(),
      question: 'Is a funded buy as fast beside others?',
      close_timestamp: String(Math.floor(Date.now() / 1000) + MARKET_LIFE_S),
      resolver: agent.address,
      collateral_token: collateral,
    });
    return new FundedBuyer(client, sql, agent, textAt(created, 'execution', 'market_contract_address'));
  }

  /** Buys several times. @returns the times from acceptance to the end in ms, by the database's clock */
  async buy(times: number): Promise<number[]> {
    const waits: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const answer = await executeFor(this.client, this.agent, buyOf(this.market, `${time + 1}`));
      const row = await this.sql.queryOneOrFail<{ ms: number }>(
        `SELECT (extract(epoch FROM completed_at - created_at) * 1000)::float8 AS ms FROM executions WHERE id = $1`,
        [textAt(answer, 'execution', 'execution_id')],
      );
      waits.push(Math.round(row.ms));
    }
    return waits;
  }
}

/** Executes until it succeeds: the faucet's tokens come some time after its answer. */
async function executeFor(client: ApiClient, agent: ApiAgent, { action, ...fields }: Fields): Promise<unknown> {
  for (;;) {
    const intentId = await untilAdmitted(() => client.createConfirmedIntent(agent, action, fields));
    const { status, body } = await client.executeIntent(intentId, WAIT_FOR_END);
    if (status === 200 && at(body, 'execution', 'status') === 'executed') return body;
    await delay(1_000);
  }
}

type Fields = { action: 'create_market' | 'buy_yes' } & Readonly<Record<string, string>>;

async function untilAdmitted<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch {
      await delay(500); // overloaded
    }
  }
}

async function rest(seconds: number, signal: AbortSignal): Promise<void> {
  await delay(seconds * 1_000, undefined, { signal }).catch(() => undefined);
}

async function executeOnce(client: ApiClient, agent: ApiAgent, market: string): Promise<void> {
  try {
    const { action, ...fields } = buyOf(market, '10');
    const intentId = await client.createConfirmedIntent(agent, action, fields);
    await client.executeIntent(intentId, ASYNC);
  } catch {
    await delay(200); // refused
  }
}

function buyOf(market: string, amount: string): Fields {
  return { action: 'buy_yes', market_id: 'bench', market_contract_address: market, amount };
}

/** Inserts wallets of which neither chain nor provider knows anything. */
function insertPenniless(sql: Sql, count: number, accountId: string | null): Promise<ApiAgent[]> {
  return sql.query<{ agentId: string; address: string }>(
    `WITH agent AS (
       INSERT INTO users (kind, agent_id, account_id)
       SELECT 'agent', 'agent_penniless_' || n, $2 FROM generate_series(1, $1::int) AS n RETURNING id, agent_id)
     INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
       allowed_actions, status)
     SELECT agent.agent_id, agent.id, '0x' || substr(md5(agent.agent_id) || md5(agent.agent_id || 'b'), 1, 40), gen_random_uuid(),
       wallet_provider, chain, allowed_actions, status
     FROM agent CROSS JOIN (SELECT * FROM agent_wallets LIMIT 1) AS funded
     RETURNING agent_id AS "agentId", agent_wallet_address AS address`,
    [count, accountId],
  );
}

function countOthers(sql: Sql, funded: string): Promise<Pick<Waits, 'accepted' | 'ended' | 'sends'>> {
  return sql.queryOneOrFail<{ accepted: number; ended: number; sends: number }>(
    `SELECT count(*)::int AS accepted, count(completed_at)::int AS ended,
       (SELECT count(*)::int FROM execution_steps AS s JOIN executions AS e ON e.id = s.execution_id
        WHERE e.agent_id <> $1 AND s.send_attempts > 0) AS sends
     FROM executions WHERE agent_id <> $1`,
    [funded],
  );
}
