import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { PolicyWallet } from '@app/agents';
import { ChainRpc, computeRef, encodeApproval, EthersChain } from '@app/chain';
import { ACTION_NAMES, type Action, Clock, fromBaseUnits, isBuy, JsonRpcClient } from '@app/common';
import {
  type Check,
  FAILURE_TEXTS,
  failureOfRevert,
  type IntentPreview,
  type IntentRequest,
  recordHeartbeat,
} from '@app/engine';
import { Logger } from '@app/observability';
import { ACCOUNTS, CHAIN_ID } from '../../../../contracts/testing/anvil.js';
import { ContractFixture, DAY, HOUR } from '../../../../contracts/testing/fixture.js';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { Random } from '../../../../tools/support/random.js';
import { LONG_TIMEOUT_MS } from '../../../../test/support/long-timeout.js';
import { encodeCall, type PlannedStep } from '../../../engine/src/domain/planned-step.js';
import { controlColumns } from '../execution-controls.js';
import type { PreviewSubject } from './execution-preview.js';
import { ExecutionPreview } from './execution-preview.js';

const SEED = Number(process.env.PREVIEW_TEST_SEED ?? 20_261_122);
/** Iterations until every wanted case has occurred, within these bounds. */
const MIN_ITERATIONS = 200;
const MAX_ITERATIONS = 2_000;
const DECIMALS = 6;
const TRADERS = ACCOUNTS.slice(1, 5);
const [PENNILESS] = ACCOUNTS.slice(5);
const LIKELY_ACTIONS = [
  ...(['create_market', 'buy_yes', 'buy_no', 'buy_yes', 'buy_no', 'resolve_market'] as const),
  ...(['claim_payout', 'claim_refund', 'cancel_market', 'close_market'] as const),
];
const WANTED = [
  ...ACTION_NAMES.flatMap((action) => [`${action} executed`, `${action} refused`]),
  ...['contract fail', 'market_state fail', 'simulation fail', 'min_multiple fail', 'gas fail', 'balance fail'],
];
const CHAIN_CHECKS = ['contract', 'market_state', 'simulation', 'min_multiple', 'gas', 'balance'];

describe(`ExecutionPreview on a real chain, over random states (seed ${SEED})`, () => {
  const random = new Random(SEED).next;
  const markets: string[] = [];
  /** Markets where a claim may succeed, by action. */
  const ended: Record<string, string[]> = { claim_payout: [], claim_refund: [] };
  /** Accounts with positions, by market. */
  const holders = new Map<string, string[]>();
  const resolvers = new Map<string, string>();
  const approved = new Set<string>();
  const seen = new Map<string, number>();
  let contracts: ContractFixture;
  let open: OpenDatabase;
  let rpc: ChainRpc;

  beforeAll(async () => {
    [contracts, open] = await Promise.all([ContractFixture.start(), openDatabase()]);
    rpc = new ChainRpc({ url: contracts.chain.url, chainId: CHAIN_ID });
    // A recorded heartbeat ends after a minute, which the suite exceeds on a slow machine.
    await open.database.query(
      `INSERT INTO worker_heartbeats (worker_id, expires_at, pays_gas) VALUES ($1, 'infinity', false)`,
      [randomUUID()],
    );
    await contracts.chain.rpc('anvil_setBalance', [PENNILESS, '0x9184e72a000']);
  });
  afterAll(async () => {
    await open?.close();
    await contracts?.stop();
  });

  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const plan = () => ({
    factoryAddress: contracts.factory,
    collateralAddress: contracts.collateral,
    decimals: DECIMALS,
  });

  interface Overrides {
    maxChainReads?: number;
    chainCooldownMs?: number;
    executionEnabled?: boolean;
    nowS?: () => number;
  }

  function openPreview(overrides: Overrides = {}): ExecutionPreview {
    const { maxChainReads = 4, chainCooldownMs = 0, executionEnabled = true } = overrides;
    // Default: time of the next block, since the test chain's blocks are one second apart.
    const { nowS = () => contracts.chain.now + 1 } = overrides;
    const { factoryAddress, collateralAddress } = plan();
    const chain = new EthersChain(rpc, { factoryAddress, collateralAddress });
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    const preview = new ExecutionPreview(chain, new ChainClock(nowS), log, {
      FACTORY_ADDRESS: factoryAddress,
      COLLATERAL_ADDRESS: collateralAddress,
      COLLATERAL_DECIMALS: DECIMALS,
      EXECUTION_ENABLED: executionEnabled,
      EXECUTION_DEADLINE_S: 900,
    });
    Object.assign(preview.limits, { chainTimeoutMs: LONG_TIMEOUT_MS, chainCooldownMs, maxChainReads });
    return preview;
  }

  function randomRequest(action: Action): IntentRequest {
    const likely = ended[action] ?? [];
    const known = likely.length > 0 && random() < 0.8 ? likely : markets.slice(-4);
    const address = random() < 0.95 ? pick(known) : `0x${'ee'.repeat(20)}`;
    const amount = random() < 0.12 ? 2_000_000_000_000n : 1n + BigInt(Math.floor(random() * 50_000_000));
    const closesInS = random() < 0.1 ? -HOUR : 10 + Math.floor(random() * 120);
    const creates = action === 'create_market';
    return {
      agentId: 'agent_of_chance',
      action,
      userWallet: pick(TRADERS),
      marketId: random() < 0.15 ? 'taken' : randomUUID(),
      marketContractAddress: creates ? null : address.toLowerCase(),
      amount: isBuy(action) ? fromBaseUnits(amount, DECIMALS) : null,
      evidence: null,
      minMultiple: isBuy(action) && random() < 0.5 ? (1 + random() * 2).toFixed(4) : null,
      outcome: action === 'resolve_market' ? pick(['yes', 'no']) : null,
      resolver: creates ? pick(TRADERS).toLowerCase() : null,
      collateralToken: creates ? (random() < 0.9 ? contracts.collateral : pick(TRADERS)).toLowerCase() : null,
      closeTimestamp: creates ? new Date((contracts.chain.now + closesInS) * 1000) : null,
      question: creates ? 'Will it rain?' : null,
      sourceClient: null,
      clientRequestId: null,
    };
  }

  const readControls = (action: Action): Promise<PreviewSubject['controls']> =>
    open.database.queryOneOrFail<PreviewSubject['controls'] & { action: string }>(
      `SELECT action, 0 AS "knownBlock", false AS "awaitsFunds", ${controlColumns('action')} FROM (SELECT $1::text AS action) AS asked`,
      [action],
    );
  const walletOf = (account: string): PolicyWallet =>
    ({ agentWalletAddress: account.toLowerCase(), paused: false }) as PolicyWallet;
  const checkOf = (preview: IntentPreview, rule: string): Check => {
    const check = preview.checks.find((one) => one.rule === rule);
    if (check === undefined) throw new Error(`no check of ${rule}`);
    return check;
  };

  /** Executes as the engine would: approval first, then the call. @returns the chain's refusal, or null */
  async function execute(account: string, request: IntentRequest, intentId: string): Promise<string | null> {
    const step: PlannedStep = {
      intent: request,
      kind: 'main',
      plan: plan(),
      walletAddress: account,
      ref: computeRef(intentId),
      deadlineSeconds: contracts.chain.now + 900,
    };
    const { contractAddress: to, callData: data } = encodeCall(step);
    if (isBuy(request.action)) {
      const { callData } = encodeApproval(to, 10n ** 15n);
      await contracts.chain.mine({ from: account, to: contracts.collateral, data: callData });
      approved.add(`${account} ${request.marketContractAddress}`);
    }
    const { error, events } = await contracts.chain.send({ from: account, to, data });
    for (const event of events) {
      if (event.name === 'MarketCreated') {
        markets.push(event.market);
        resolvers.set(event.market.toLowerCase(), event.resolver);
      }
      if (event.name === 'Bought') holders.set(to.toLowerCase(), [...(holders.get(to.toLowerCase()) ?? []), account]);
      const isHeld = holders.has(to.toLowerCase());
      if (event.name === 'Resolved' && isHeld) ended['claim_payout']?.push(to);
      if (event.name === 'Cancelled' && isHeld) ended['claim_refund']?.push(to);
    }
    return error === null ? null : FAILURE_TEXTS[failureOfRevert(error === 'unnamed' ? null : error)];
  }

  function accountFor({ action, marketContractAddress }: IntentRequest): string {
    const market = marketContractAddress ?? '';
    if (random() < 0.3) return pick(TRADERS);
    if (action === 'resolve_market') return resolvers.get(market) ?? pick(TRADERS);
    return pick(action.startsWith('claim') ? (holders.get(market) ?? TRADERS) : TRADERS);
  }

  const missing = (): string[] => WANTED.filter((what) => !seen.has(what));

  function count(what: string): void {
    seen.set(what, (seen.get(what) ?? 0) + 1);
  }

  it('passes what executes and predicts every refusal with its message', async () => {
    const controls = await readControls('buy_yes');
    for (const id of ['taken', 'other'])
      await contracts.create(TRADERS[0] ?? '', { id }).then(({ events }) => {
        if (events[0]?.name === 'MarketCreated') markets.push(events[0].market);
      });
    for (
      let iteration = 0;
      iteration < MIN_ITERATIONS || (missing().length > 0 && iteration < MAX_ITERATIONS);
      iteration += 1
    ) {
      if (random() < 0.1) await contracts.chain.setNextTime(contracts.chain.now + Math.floor(10 ** (random() * 2.5)));
      if (random() < 0.01) await contracts.chain.setNextTime(contracts.chain.now + 31 * DAY);
      const action = pick(random() < 0.15 ? ACTION_NAMES : LIKELY_ACTIONS);
      const [request, intentId] = [randomRequest(action), `agent_intent_${iteration}`];
      const account = random() < 0.04 ? PENNILESS : accountFor(request);
      const wallet = walletOf(account ?? '');
      const preview = await openPreview().evaluate({ intentId, request, wallet, controls });
      const failing = preview.checks.filter(({ result }) => result !== 'pass');
      for (const { rule, result } of failing) count(`${rule} ${result}`);
      expect(preview.checks.filter(({ rule }) => CHAIN_CHECKS.includes(rule)).map(({ rule }) => rule)).toEqual(
        CHAIN_CHECKS,
      );
      // The engine's rules refuse; the chain would accept.
      if (failing.some(({ rule }) => ['contract', 'gas'].includes(rule))) continue;
      const isApproved = isBuy(action) && approved.has(`${account} ${request.marketContractAddress}`);
      expect({ iteration, isApproved: preview.isApproved }).toEqual({ iteration, isApproved });
      // A failing market state also fails the simulation.
      if (checkOf(preview, 'market_state').result === 'fail')
        expect(checkOf(preview, 'simulation').result).toBe('fail');

      // The approval takes a separate block, after which buying may have ended.
      if (isBuy(action) && checkOf(preview, 'market_state').headroom?.value === '0') continue;

      const refusal = await execute(account ?? '', request, intentId);
      const predicted = preview.checks.find(({ rule, result }) => rule !== 'market_state' && result === 'fail');
      expect({ iteration, action, refusal }).toEqual({ iteration, action, refusal: predicted?.message ?? null });
      if (refusal === null) expect(failing).toEqual([]);
      count(`${action} ${refusal === null ? 'executed' : 'refused'}`);
    }
    expect(missing()).toEqual([]);
  });

  const buy = (): IntentRequest => ({
    ...randomRequest('buy_yes'),
    marketContractAddress: (markets[0] ?? '').toLowerCase(),
  });
  const subjectOf = async (account: string | null | undefined): Promise<PreviewSubject> => ({
    ...{ intentId: 'i', request: buy(), wallet: account === null ? null : walletOf(account ?? '') },
    controls: await readControls('buy_yes'),
  });

  it('assumes the last head for a preview soon after another, and reads each in one request', async () => {
    const one = openPreview();
    await one.evaluate(await subjectOf(TRADERS[0]));
    const posts = jest.spyOn(JsonRpcClient.prototype, 'send');
    try {
      const sent = async (account: string | undefined): Promise<string[]> => {
        posts.mockClear();
        await one.evaluate(await subjectOf(account));
        return posts.mock.calls.map(([method]) => method).sort();
      };
      // Simulation, allowance, balance of the collateral, and the market.
      const calls = ['eth_call', 'eth_call', 'eth_call', 'eth_call'];
      for (const trader of TRADERS.slice(0, 2))
        expect(await sent(trader)).toEqual([...calls, 'eth_getBalance', 'eth_getBlockByNumber']);
    } finally {
      posts.mockRestore();
    }
  });

  describe('unknown checks', () => {
    const unknowns = ({ checks }: IntentPreview): string[] =>
      checks.filter(({ result }) => result === 'unknown').map(({ rule }) => rule);

    it('are those that depend on a wallet without an address', async () => {
      const preview = await openPreview().evaluate(await subjectOf(null));
      expect(unknowns(preview)).toEqual(['simulation', 'gas', 'balance']);
    });

    it('are all chain checks beyond the maximum of concurrent reads', async () => {
      const one = openPreview({ maxChainReads: 1 });
      const subject = await subjectOf(TRADERS[0]);
      const [first, second] = await Promise.all([one.evaluate(subject), one.evaluate(subject)]);
      expect([unknowns(first), unknowns(second)]).toEqual([[], CHAIN_CHECKS]);
      expect(unknowns(await one.evaluate(subject))).toEqual([]);
    });

    it('are none of gas, which a worker pays', async () => {
      const gas = async (): Promise<Check> => checkOf(await openPreview().evaluate(await subjectOf(PENNILESS)), 'gas');
      expect(await gas()).toMatchObject({ result: 'fail', headroom: { unit: 'native' } });
      const workerId = randomUUID();
      await recordHeartbeat(open.database, workerId, true);
      expect(await gas()).toMatchObject({ result: 'pass', code: null, headroom: null, asOfBlock: expect.any(Number) });
      await recordHeartbeat(open.database, workerId, false);
      expect(await gas()).toMatchObject({ result: 'fail' });
    });

    it('are none of the execution controls: off, not configured, paused', async () => {
      const codes = async (): Promise<(string | null)[]> =>
        Promise.all(
          [true, false].map(async (executionEnabled) =>
            checkOf(await openPreview({ executionEnabled }).evaluate(await subjectOf(TRADERS[0])), 'execution'),
          ),
        ).then((checks) => checks.map(({ code }) => code));
      expect(await codes()).toEqual([null, 'provider_agent_wallet_execution_not_enabled']);
      await open.database.query('UPDATE provider_accounts SET breaker_open = true');
      expect((await codes())[0]).toBe('agent_execution_config_invalid');
      await open.database.query(`UPDATE execution_pauses SET paused = true WHERE scope = 'buy_yes'`);
      expect(await codes()).toEqual(['agent_policy_violation', 'agent_policy_violation']);
    });

    it('are all chain checks while the chain is unreachable', async () => {
      await contracts.stop();
      const preview = await openPreview().evaluate(await subjectOf(TRADERS[0]));
      expect([unknowns(preview), preview.quote]).toEqual([CHAIN_CHECKS, null]);
    });

    it('are all chain checks during the cooldown, in which the chain is not read', async () => {
      let nowS = 1_000;
      const one = openPreview({ chainCooldownMs: 5_000, nowS: () => nowS });
      const subject = await subjectOf(TRADERS[0]);
      const send = jest.spyOn(rpc, 'send');
      const wasRead: boolean[] = [];
      for (nowS of [1_000, 1_001, 1_004, 1_005, 1_006]) {
        send.mockClear();
        expect(unknowns(await one.evaluate(subject))).toEqual(CHAIN_CHECKS);
        wasRead.push(send.mock.calls.length > 0);
      }
      expect(wasRead).toEqual([true, false, false, true, false]);
    });
  });
});

class ChainClock extends Clock {
  constructor(private readonly seconds: () => number) {
    super();
  }

  now(): Date {
    return new Date(this.seconds() * 1000);
  }
}
