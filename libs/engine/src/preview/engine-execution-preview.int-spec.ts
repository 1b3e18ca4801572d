import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { AgentWallet, Check, Forecast, IntentRequest } from '@app/agents';
import { EthersChain, JsonRpc } from '@app/chain';
import { ACTIONS, type Action, Clock, fromBaseUnits, isBuy } from '@app/common';
import { encodeApproval, refOf } from '@app/contracts';
import { Logger } from '@app/observability';
import { ACCOUNTS, CHAIN_ID } from '../../../../contracts/testing/anvil.js';
import { DAY, HOUR, ContractFixture } from '../../../../contracts/testing/fixture.js';
import { openDatabase, type OpenDatabase } from '../../../../test/agents/open-database.js';
import { Random } from '../../../../tools/support/random.js';
import { FAILURE_TEXTS, failureOfRevert } from '../domain/failure.js';
import { bytesOf, type PlannedStep } from '../domain/planned-step.js';
import { EngineExecutionPreview } from './engine-execution-preview.js';

const SEED = Number(process.env.FORECAST_TEST_SEED ?? 20_261_122);
/** At least so many rounds, and then until everything has happened once. */
const ROUNDS = 200;
const ROUNDS_MAX = 2_000;
const DECIMALS = 6;
const PEOPLE = ACCOUNTS.slice(1, 5);
const [PENNILESS] = ACCOUNTS.slice(5);
const LIKELY_ACTIONS = [
  ...(['create_market', 'buy_yes', 'buy_no', 'buy_yes', 'buy_no', 'resolve_market'] as const),
  ...(['claim_payout', 'claim_refund', 'cancel_market', 'close_market'] as const),
];
const WANTED = [
  ...ACTIONS.flatMap((action) => [`${action} executed`, `${action} refused`]),
  ...['contract fail', 'market_state fail', 'simulation fail', 'min_multiple fail', 'gas fail', 'balance fail'],
];
const CHAIN_CHECKS = ['contract', 'market_state', 'simulation', 'min_multiple', 'gas', 'balance'];

describe(`what is foreseen on a real chain, over random states (seed ${SEED})`, () => {
  const random = new Random(SEED).next;
  const markets: string[] = [];
  /** Where a claim has a chance. */
  const ended: Record<string, string[]> = { claim_payout: [], claim_refund: [] };
  /** Who can do something there, so that chance does not have to find them. */
  const holders = new Map<string, string[]>();
  const resolvers = new Map<string, string>();
  const seen = new Map<string, number>();
  let stage: ContractFixture;
  let open: OpenDatabase;
  let rpc: JsonRpc;

  beforeAll(async () => {
    [stage, open] = await Promise.all([ContractFixture.start(), openDatabase()]);
    rpc = new JsonRpc({ url: stage.chain.url, chainId: CHAIN_ID });
    await open.database.query('UPDATE provider_accounts SET configured = true');
    await stage.chain.rpc('anvil_setBalance', [PENNILESS, '0x9184e72a000']);
  });
  afterAll(async () => {
    rpc?.close();
    await open?.close();
    await stage?.stop();
  });

  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const plan = () => ({ factoryAddress: stage.factory, collateralAddress: stage.collateral, decimals: DECIMALS });

  function forecaster(
    overrides: { chainReadsMax?: number; chainRestMs?: number; executionEnabled?: boolean; nowS?: () => number } = {},
  ): EngineExecutionPreview {
    const { chainReadsMax = 4, chainRestMs = 0, executionEnabled = true } = overrides;
    // The next block's, on a chain whose blocks are a second apart whatever the time is.
    const { nowS = () => stage.chain.now + 1 } = overrides;
    const { factoryAddress, collateralAddress } = plan();
    return new EngineExecutionPreview({
      sql: open.database,
      chain: new EthersChain(rpc, { factoryAddress, collateralAddress }),
      clock: new ChainClock(nowS),
      log: Logger.create({ app: 'test', level: 'silent', format: 'json' }),
      settings: {
        plan: plan(),
        executionEnabled,
        deadlineMs: 900_000,
        chainWaitMs: 20_000,
        chainRestMs,
        chainReadsMax,
      },
    });
  }

  function randomRequest(action: Action): IntentRequest {
    const likely = ended[action] ?? [];
    const known = likely.length > 0 && random() < 0.8 ? likely : markets.slice(-4);
    const ours = random() < 0.95 ? pick(known) : `0x${'ee'.repeat(20)}`;
    const amount = random() < 0.12 ? 2_000_000_000_000n : 1n + BigInt(Math.floor(random() * 50_000_000));
    const closesInS = random() < 0.1 ? -HOUR : 10 + Math.floor(random() * 120);
    const creates = action === 'create_market';
    return {
      agentId: 'agent_of_chance',
      action,
      userWallet: pick(PEOPLE),
      marketId: random() < 0.15 ? 'taken' : randomUUID(),
      marketContractAddress: creates ? null : ours.toLowerCase(),
      amount: isBuy(action) ? fromBaseUnits(amount, DECIMALS) : null,
      minMultiple: isBuy(action) && random() < 0.5 ? (1 + random() * 2).toFixed(4) : null,
      outcome: action === 'resolve_market' ? pick(['yes', 'no']) : null,
      resolver: creates ? pick(PEOPLE).toLowerCase() : null,
      collateralToken: creates ? (random() < 0.9 ? stage.collateral : pick(PEOPLE)).toLowerCase() : null,
      closeTimestamp: creates ? new Date((stage.chain.now + closesInS) * 1000) : null,
      question: creates ? 'Will it rain?' : null,
      sourceClient: null,
      clientRequestId: null,
    };
  }

  const walletOf = (account: string): AgentWallet =>
    ({ agentWalletAddress: account.toLowerCase(), paused: false }) as AgentWallet;
  const checkOf = (forecast: Forecast, rule: string): Check => {
    const check = forecast.checks.find((one) => one.rule === rule);
    if (check === undefined) throw new Error(`no check of ${rule}`);
    return check;
  };

  /** Does it, as the engine would: the approval first, then the call. Answers why the chain refused, or null. */
  async function execute(account: string, request: IntentRequest, intentId: string): Promise<string | null> {
    const step: PlannedStep = {
      intent: request,
      kind: 'main',
      plan: plan(),
      walletAddress: account,
      ref: refOf(intentId),
      deadlineSeconds: stage.chain.now + 900,
    };
    const { contractAddress: to, callData: data } = bytesOf(step, 'main');
    if (isBuy(request.action)) {
      const { callData } = encodeApproval(to, 10n ** 15n);
      await stage.chain.mine({ from: account, to: stage.collateral, data: callData });
    }
    const { error, events } = await stage.chain.send({ from: account, to, data });
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
    if (random() < 0.3) return pick(PEOPLE);
    if (action === 'resolve_market') return resolvers.get(market) ?? pick(PEOPLE);
    return pick(action.startsWith('claim') ? (holders.get(market) ?? PEOPLE) : PEOPLE);
  }

  const missing = (): string[] => WANTED.filter((what) => !seen.has(what));

  function count(what: string): void {
    seen.set(what, (seen.get(what) ?? 0) + 1);
  }

  it('what passes executes, and what the chain refuses was foreseen in the same words', async () => {
    for (const id of ['taken', 'other'])
      await stage.create(PEOPLE[0] ?? '', { id }).then(({ events }) => {
        if (events[0]?.name === 'MarketCreated') markets.push(events[0].market);
      });
    for (let round = 0; round < ROUNDS || (missing().length > 0 && round < ROUNDS_MAX); round += 1) {
      if (random() < 0.1) await stage.chain.setNextTime(stage.chain.now + Math.floor(10 ** (random() * 2.5)));
      if (random() < 0.01) await stage.chain.setNextTime(stage.chain.now + 31 * DAY);
      const action = pick(random() < 0.15 ? ACTIONS : LIKELY_ACTIONS);
      const [request, intentId] = [randomRequest(action), `agent_intent_${round}`];
      const account = random() < 0.04 ? PENNILESS : accountFor(request);
      const forecast = await forecaster().evaluate({ intentId, request, wallet: walletOf(account ?? '') });
      const failing = forecast.checks.filter(({ result }) => result !== 'pass');
      for (const { rule, result } of failing) count(`${rule} ${result}`);
      expect(forecast.checks.filter(({ rule }) => CHAIN_CHECKS.includes(rule)).map(({ rule }) => rule)).toEqual(
        CHAIN_CHECKS,
      );
      // What is ours alone to refuse: the chain would take it.
      if (failing.some(({ rule }) => ['contract', 'gas', 'min_multiple'].includes(rule))) continue;
      // The simulation knows all that the state rules out.
      if (checkOf(forecast, 'market_state').result === 'fail')
        expect(checkOf(forecast, 'simulation').result).toBe('fail');

      // The approval takes a block of its own, in which the last second may pass.
      if (isBuy(action) && checkOf(forecast, 'market_state').headroom?.value === '0') continue;

      const refusal = await execute(account ?? '', request, intentId);
      const foreseen = forecast.checks.find(({ rule, result }) => rule !== 'market_state' && result === 'fail');
      expect({ round, action, refusal }).toEqual({ round, action, refusal: foreseen?.message ?? null });
      if (refusal === null) expect(failing).toEqual([]);
      count(`${action} ${refusal === null ? 'executed' : 'refused'}`);
    }
    expect(missing()).toEqual([]);
  });

  describe('what cannot be known', () => {
    const buy = (): IntentRequest => ({
      ...randomRequest('buy_yes'),
      marketContractAddress: (markets[0] ?? '').toLowerCase(),
    });
    const unknowns = ({ checks }: Forecast): string[] =>
      checks.filter(({ result }) => result === 'unknown').map(({ rule }) => rule);

    it('of a wallet that is not there yet', async () => {
      const forecast = await forecaster().evaluate({ intentId: 'i', request: buy(), wallet: null });
      expect(unknowns(forecast)).toEqual(['simulation', 'gas', 'balance']);
    });

    it('when too many ask at once: the others do without the chain', async () => {
      const one = forecaster({ chainReadsMax: 1 });
      const subject = { intentId: 'i', request: buy(), wallet: walletOf(PEOPLE[0] ?? '') };
      const [first, second] = await Promise.all([one.evaluate(subject), one.evaluate(subject)]);
      expect([unknowns(first), unknowns(second)]).toEqual([[], CHAIN_CHECKS]);
      expect(unknowns(await one.evaluate(subject))).toEqual([]);
    });

    it('of the switches it knows all: off, not configured, paused', async () => {
      const subject = { intentId: 'i', request: buy(), wallet: walletOf(PEOPLE[0] ?? '') };
      const codes = async (): Promise<(string | null)[]> =>
        Promise.all(
          [true, false].map(async (executionEnabled) =>
            checkOf(await forecaster({ executionEnabled }).evaluate(subject), 'execution'),
          ),
        ).then((checks) => checks.map(({ code }) => code));
      expect(await codes()).toEqual([null, 'provider_agent_wallet_execution_not_enabled']);
      await open.database.query('UPDATE provider_accounts SET breaker_open = true');
      expect((await codes())[0]).toBe('agent_execution_config_invalid');
      await open.database.query(`UPDATE execution_pauses SET paused = true WHERE scope = 'buy_yes'`);
      expect(await codes()).toEqual(['agent_policy_violation', 'agent_policy_violation']);
    });

    it('while the chain is away', async () => {
      await stage.stop();
      const forecast = await forecaster().evaluate({
        intentId: 'i',
        request: buy(),
        wallet: walletOf(PEOPLE[0] ?? ''),
      });
      expect([unknowns(forecast), forecast.quote]).toEqual([CHAIN_CHECKS, null]);
    });

    it('of a chain that was away a moment ago: it is not asked again before its rest is over', async () => {
      let nowS = 1_000;
      const one = forecaster({ chainRestMs: 5_000, nowS: () => nowS });
      const subject = { intentId: 'i', request: buy(), wallet: walletOf(PEOPLE[0] ?? '') };
      const asked = jest.spyOn(rpc, 'send');
      const asks: boolean[] = [];
      for (nowS of [1_000, 1_001, 1_004, 1_005, 1_006]) {
        asked.mockClear();
        expect(unknowns(await one.evaluate(subject))).toEqual(CHAIN_CHECKS);
        asks.push(asked.mock.calls.length > 0);
      }
      expect(asks).toEqual([true, false, false, true, false]);
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
