import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { verifyRecords } from '@app/audit';
import { ChainHistory, ChainRpc, encodeApproval, factoryInterface, marketInterface } from '@app/chain';
import { ACTION_NAMES, WALLET_PROVIDER } from '@app/common';
import { LOCAL_CHAIN_ID } from '../../../dev/devnet/chain/chain.js';
import { callChain } from '../../../dev/devnet/chain/chain-rpc.js';
import { Random } from '../../../tools/support/random.js';
import { connectDatabase } from '../../support/open-database.js';
import { eventually } from '../../support/eventually.js';
import type { AgentClient } from '../support/agent-client.js';
import type { Product } from '../support/product.js';

/** Time from a resolution's last confirmation within which its payouts are in a block. */
const MAX_CLAIM_S = 60;
/** Of the whole run on a busy machine. */
const TEST_TIMEOUT_MS = 1_800_000;
const MARKET_LIFE_S = 1_800;
const STAKE = 1_000_000n;
const RESOLVER = '0x00000000000000000000000000000000000ca11e';
const HAND_SHARE = 0.1;
/** The most blocks of a reorganisation, more than the confirmations. */
const MAX_DEPTH = 5;

interface AutoClaimsOptions {
  wallets: number;
  markets: number;
  kills: number;
  /** Resolutions that a reorganisation takes back. Half of the markets are then cancelled instead. */
  reorganisations: number;
  /** CONFIRMATIONS of the workers. */
  confirmations: number;
}

/** Kills workers and takes resolutions back while payouts and refunds fall due, of which agents claim some by hand. */
export function autoClaims(product: Product, options: AutoClaimsOptions): void {
  const { wallets, markets, kills, reorganisations, confirmations } = options;
  const due = wallets * markets;
  const seed = Number(process.env.AUTO_CLAIMS_SEED ?? Date.now() % 1_000_000);

  it(
    `claims each of ${due} payouts and refunds once, none later than a minute (AUTO_CLAIMS_SEED=${seed})`,
    async () => {
      const random = new Random(seed);
      const database = await product.connectToDatabase();
      const agents = await product.fundedAgents(...Array.from({ length: wallets }, (_, n) => `agent_auto_claim_${n}`));
      const addresses = await stakeEverywhere(agents);
      await eventually(
        async () => (await database.query('SELECT FROM chain_stakes')).rowCount,
        (stakes) => stakes === due,
      );
      await Promise.all(agents.map(claimAutomatically));

      const [byHand] = await Promise.all([decideAll(random.fork(), { agents, addresses }), killWorkers(random.fork())]);
      const claimed = await eventually(
        () => readClaims(database),
        ({ claims }) => claims === due,
        2_000 * MAX_CLAIM_S,
      );
      const executions = await readExecutions(database);
      process.stderr.write(`${JSON.stringify({ seed, kills, reorganisations, ...claimed, byHand, executions })}\n`);
      expect(claimed.slowest).toBeLessThanOrEqual(MAX_CLAIM_S);
      // By hand, a reorganisation may take the resolution back between preview and execute.
      const isFailed = ({ automatic, status, reason }: (typeof executions)[number]): boolean =>
        status === 'failed' && (automatic || reason !== 'nothing_to_claim');
      expect(executions.filter(isFailed)).toEqual([]);
      expect(executions.filter(({ automatic, status }) => automatic && status === 'executed')).not.toEqual([]);
      for (const address of addresses) expect(await readClaimants(address)).toEqual(sorted(agents));
      await expectAuthors(database);
      await expectRecordsToAgree();
    },
    TEST_TIMEOUT_MS,
  );

  /** Creates the markets, and stakes on YES with each wallet. @returns the addresses of the markets, which have closed */
  async function stakeEverywhere(agents: readonly AgentClient[]): Promise<string[]> {
    const { factory, collateral } = product.stack.deployment;
    const closeS = (await product.chain.now()) + MARKET_LIFE_S;
    await impersonate(RESOLVER);
    const created: string[] = [];
    for (let index = 0; index < markets; index += 1) {
      const id = `claimed-${index}`;
      const args = [id, 'Will it rain?', closeS, RESOLVER, collateral];
      const create = 'createMarket(string,string,uint256,address,address)';
      await send(RESOLVER, factory, factoryInterface.encodeFunctionData(create, args));
      const data = factoryInterface.encodeFunctionData('marketOf', [RESOLVER, id]);
      const [address] = factoryInterface.decodeFunctionResult(
        'marketOf',
        String(await call('eth_call', { to: factory, data }, 'latest')),
      );
      created.push(String(address));
    }
    for (const { address } of agents) {
      await impersonate(address);
      for (const market of created) {
        await send(address, collateral, encodeApproval(market, STAKE).callData);
        await send(address, market, marketInterface.encodeFunctionData('buyYes(uint256)', [STAKE]));
      }
    }
    await product.chain.reach(closeS);
    // No reorganisation takes the jump of the clock back.
    await call('anvil_mine', `0x${MAX_DEPTH.toString(16)}`);
    return created;
  }

  async function claimAutomatically(agent: AgentClient): Promise<void> {
    const registered = await agent.post('/agent/wallets', {
      ...{ agent_id: agent.agentId, wallet_provider: WALLET_PROVIDER, allowed_actions: ACTION_NAMES },
      policy_metadata: { auto_claim: true },
    });
    expect(registered.body.agent_wallet.policy_metadata).toMatchObject({ auto_claim: true });
  }

  /** Decides the markets one after the other. @returns the answers to claims by hand, by status */
  async function decideAll(
    random: Random,
    { agents, addresses }: { agents: readonly AgentClient[]; addresses: readonly string[] },
  ): Promise<Record<string, number>> {
    const reorganised = new Set(random.shuffle(addresses).slice(0, reorganisations));
    const pauseMs = Math.max(200, (1_500 * kills) / markets);
    const answers: Promise<string>[] = [];
    for (const [index, market] of addresses.entries()) {
      let isCancelled = random.chance(0.3);
      await decide(market, isCancelled);
      if (reorganised.has(market)) {
        await delay(random.between(0, 3_000));
        await call('anvil_reorg', random.between(1, MAX_DEPTH), []);
        if (random.chance(0.5)) isCancelled = !isCancelled;
        isCancelled = await decideAgain(market, isCancelled);
        // It may have taken earlier decisions back too.
        for (const earlier of addresses.slice(0, index)) await decideAgain(earlier, isCancelled);
      }
      for (const agent of agents.filter(() => random.chance(HAND_SHARE))) {
        answers.push(claimByHand(agent, { market, isCancelled, afterMs: random.between(0, 3_000) }));
      }
      await delay(random.between(pauseMs / 2, 1.5 * pauseMs));
    }
    const counts: Record<string, number> = {};
    for (const answer of await Promise.all(answers)) counts[answer] = (counts[answer] ?? 0) + 1;
    return counts;
  }

  async function decide(market: string, isCancelled: boolean): Promise<void> {
    const data = isCancelled
      ? marketInterface.encodeFunctionData('cancelMarket()')
      : marketInterface.encodeFunctionData('resolve(uint8)', [1]);
    await send(RESOLVER, market, data);
  }

  /** Decides the market unless the reorganisation was too short to take its decision back. @returns how it stands */
  async function decideAgain(market: string, isCancelled: boolean): Promise<boolean> {
    const events = await product.chain.readEvents(market);
    const decided = events.find(({ name }) => name === 'Resolved' || name === 'Cancelled');
    if (decided !== undefined) return decided.name === 'Cancelled';
    await decide(market, isCancelled);
    return isCancelled;
  }

  /** Claims as an agent that heeds the preview does. */
  async function claimByHand(
    agent: AgentClient,
    { market, isCancelled, afterMs }: { market: string; isCancelled: boolean; afterMs: number },
  ): Promise<string> {
    await delay(afterMs);
    const { body } = await agent.post('/agent/intents', {
      ...{ agent_id: agent.agentId, action: isCancelled ? 'claim_refund' : 'claim_payout', user_wallet: agent.address },
      ...{ market_id: market, market_contract_address: market },
    });
    const { intent_id: id, validation_result: previewed } = body.intent;
    if (previewed.would_execute !== true) return 'not executable';
    await agent.post(`/agent/intents/${id}/confirm`);
    const executed = await agent.execute(id);
    return `${executed.status} ${executed.body.error?.code ?? executed.body.execution.status}`;
  }

  /** Kills workers at random, one at a time. */
  async function killWorkers(random: Random): Promise<void> {
    for (let killed = 0; killed < kills; killed += 1) {
      await delay(random.between(50, 1_500));
      const worker = random.pick(product.stack.workers);
      await worker.kill('SIGKILL');
      await worker.start();
    }
  }

  async function readClaimants(market: string): Promise<string[]> {
    const events = await product.chain.readEvents(market);
    const claims = events.filter(({ name }) => name === 'PayoutClaimed' || name === 'RefundClaimed');
    return claims.map((claim) => ('account' in claim ? claim.account.toLowerCase() : '')).sort();
  }

  async function impersonate(account: string): Promise<void> {
    await call('anvil_impersonateAccount', account);
    await call('anvil_setBalance', account, '0xde0b6b3a7640000');
  }

  async function send(from: string, to: string, data: string): Promise<void> {
    const hash = String(await call('eth_sendTransaction', { from, to, data }));
    await eventually(
      () => call('eth_getTransactionReceipt', hash),
      (receipt) => receipt !== null,
    );
    if (!(await product.chain.succeeded(hash))) throw new Error(`transaction ${hash} failed`);
  }

  function call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return callChain(product.stack.rpcUrl, method, params);
  }

  /** Claims in the index, with the seconds from the block that made them due to their own. */
  async function readClaims(database: pg.Client): Promise<{ claims: number; p50: number; slowest: number }> {
    const { rows } = await database.query(
      `SELECT count(*)::int AS claims, max(late) AS slowest, percentile_cont(0.5) WITHIN GROUP (ORDER BY late) AS p50
       FROM (SELECT extract(epoch FROM c.block_time - d.block_time)::float8 - $1 AS late
         FROM chain_events AS c JOIN chain_events AS d ON d.market_contract_address = c.market_contract_address
           AND d.name IN ('Resolved', 'Cancelled')
         WHERE c.name IN ('PayoutClaimed', 'RefundClaimed')) AS claim`,
      [confirmations - 1],
    );
    return rows[0];
  }

  /** Expects the events of automatic claims, and of no others, to name their author. */
  async function expectAuthors(database: pg.Client): Promise<void> {
    const { rows } = await database.query<{ type: string; automatic: boolean; by: string | null }>(
      `SELECT DISTINCT e.type, i.source_client IS NOT NULL AS automatic, e.data::json->>'by' AS by
       FROM logged_events AS e JOIN agent_intents AS i ON i.id = e.data::json->>'intent_id'
       WHERE e.type LIKE 'intent.%' OR e.type LIKE 'execution.%'
       UNION SELECT DISTINCT c.type, i.source_client IS NOT NULL, c.data::json->>'by'
       FROM logged_events AS c JOIN executions AS x ON x.ref = c.data::json->>'ref' JOIN agent_intents AS i ON i.id = x.intent_id
       WHERE c.type LIKE '%.claimed' ORDER BY 1, 2`,
    );
    expect(rows.filter(({ automatic, by }) => by !== (automatic ? 'auto_claim' : null))).toEqual([]);
    const types = rows.filter(({ automatic }) => automatic).map(({ type }) => type);
    const expected = ['execution.executed', 'execution.queued', 'intent.confirmed', 'intent.previewed'];
    expect(types).toEqual(expect.arrayContaining([...expected, expect.stringMatching(/^(payout|refund)\.claimed$/)]));
  }

  async function expectRecordsToAgree(): Promise<void> {
    const { rpcUrl, databaseUrl, deployment } = product.stack;
    const { database, close } = await connectDatabase(databaseUrl);
    product.onStop(close);
    const chain = new ChainHistory(new ChainRpc({ url: rpcUrl, chainId: LOCAL_CHAIN_ID }), deployment.factory);
    const plan = { factoryAddress: deployment.factory, collateralAddress: deployment.collateral, decimals: 6 };
    const { findings } = await verifyRecords({ sql: database, chain, plan, fromBlock: 0 });
    // The stakes were made without the product.
    expect(findings.map(({ code }) => code)).toEqual(Array.from({ length: due }, () => 'effect_without_ref'));
  }

  async function readExecutions(
    database: pg.Client,
  ): Promise<{ automatic: boolean; status: string; reason: string | null; count: number }[]> {
    const { rows } = await database.query(
      `SELECT i.source_client IS NOT NULL AS automatic, e.status, s.failure_reason AS reason, count(*)::int
       FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id JOIN execution_steps AS s ON s.execution_id = e.id
       WHERE e.action LIKE 'claim%' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    );
    return rows;
  }
}

function sorted(agents: readonly AgentClient[]): string[] {
  return agents.map(({ address }) => address.toLowerCase()).sort();
}
