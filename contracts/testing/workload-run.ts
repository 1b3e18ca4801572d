import assert from 'node:assert/strict';
import { computeRef, type MarketCall, tokenInterface } from '@app/chain';
import { ACCOUNTS } from './anvil.js';
import type { Effect, Transaction } from './chain.js';
import { compareState } from './compare-state.js';
import { checkLedger, checkSolvency } from './ledger.js';
import type { Coverage, GasReport } from './gas-report.js';
import {
  ESCAPE_SECONDS,
  Model,
  payoutAfterBuy,
  ZERO_REF,
  type ModelCall,
  type ModelMarket,
  type ModelOnce,
  type CallResult,
} from './model.js';
import { buildTransaction, type ContractFixture } from './fixture.js';
import { chainOnce, transactionFor } from './workload-calls.js';
import { computeTime, type Caller, type OnceStep, type Step, type Workload } from './workload.js';

const TRADERS = ACCOUNTS.slice(1);
const STRANGER = ACCOUNTS[0];
const ZERO_ADDRESS = `0x${'00'.repeat(20)}`;
const APPROVED = 2n ** 250n;
/** First ref of the run itself, above those that workloads draw. */
const FIRST_RUN_REF = 1_000;
const FUNCTIONS = {
  close: 'closeMarket',
  cancel: 'cancelMarket',
  payout: 'claimPayout',
  refund: 'claimRefund',
} as const;

const callerOf = (by: Caller, market: ModelMarket): string => (typeof by === 'number' ? trader(by) : market[by]);
const trader = (index: number): string => TRADERS[index % TRADERS.length] ?? STRANGER;

function buildBuy({ side, amount, margin, once }: Extract<Step, { kind: 'buy' }>, market: ModelMarket): ModelCall {
  const hasMinimum = once !== null && margin !== null && amount > 0n;
  const expected = hasMinimum ? payoutAfterBuy(market, side === 'buyYes' ? 'YES' : 'NO', amount) : 0n;
  return { function: side, amount, minPayout: hasMinimum ? expected + margin : 0n };
}

/** Runs one workload on the contracts and on the model. Every difference throws. */
export class WorkloadRun {
  private readonly model = new Model();
  private readonly markets: ModelMarket[] = [];
  private readonly approved = new Set<string>();
  private refs = FIRST_RUN_REF;

  constructor(
    private readonly fixture: ContractFixture,
    private readonly name: string,
    private readonly report: { gas: GasReport; coverage: Coverage },
  ) {}

  async run({ steps, ending, claimOrder }: Workload): Promise<void> {
    await this.create({
      kind: 'create',
      by: 0,
      id: 9,
      closeIn: 30,
      resolver: 1,
      isFactoryCollateral: true,
      once: null,
    });
    for (const step of steps) await this.step(step);
    for (const market of this.markets) {
      await this.end(market, ending);
      await this.claimAll(market, claimOrder.map(trader));
    }
  }

  private async step(step: Step): Promise<void> {
    if (step.kind === 'create') return this.create(step);
    const market = this.markets[step.market % this.markets.length];
    assert(market);
    switch (step.kind) {
      case 'wait':
        return this.waitUntil(computeTime(step, market.closeTime, this.fixture.chain.now));
      case 'donate':
        return this.donate(trader(step.by), market, step.amount);
      case 'buy':
        await this.approve(trader(step.by), market);
        return this.perform(trader(step.by), market, buildBuy(step, market), step.once);
      case 'resolve':
        return this.perform(
          callerOf(step.by, market),
          market,
          { function: 'resolve', outcome: step.outcome },
          step.once,
        );
      case 'close':
      case 'cancel':
      case 'payout':
      case 'refund':
        return this.perform(callerOf(step.by, market), market, { function: FUNCTIONS[step.kind] }, step.once);
    }
  }

  private async waitUntil(time: number): Promise<void> {
    if (time > this.fixture.chain.now) await this.fixture.chain.setNextTime(time);
  }

  private async create(step: Extract<Step, { kind: 'create' }>): Promise<void> {
    const { fixture } = this;
    const now = fixture.chain.now + 1;
    const by = trader(step.by);
    const once = this.toOnce(step.once);
    const creation = {
      id: `${this.name}/${step.id}`,
      closeTime: now + step.closeIn,
      resolver: step.resolver === null ? ZERO_ADDRESS : trader(step.resolver),
    };
    const result = this.model.create(by, { ...creation, isFactoryCollateral: step.isFactoryCollateral }, now, once);
    const call: MarketCall = {
      function: 'createMarket',
      id: creation.id,
      question: 'Will it rain?',
      closeTimestampSeconds: creation.closeTime,
      resolver: creation.resolver,
      collateralToken: step.isFactoryCollateral ? fixture.collateral : fixture.factory,
    };
    const effect = await this.act(
      'createMarket',
      buildTransaction(by, fixture.factory, call, chainOnce(once)),
      result,
      once,
    );
    const event = effect?.events[0];
    if (event?.name !== 'MarketCreated') return;
    const market: ModelMarket = {
      address: event.market,
      creator: by,
      resolver: creation.resolver,
      closeTime: creation.closeTime,
      status: 'open',
      winner: null,
      stakes: { YES: new Map(), NO: new Map() },
      paid: new Map(),
      donated: 0n,
    };
    this.markets.push(market);
  }

  private async approve(by: string, market: ModelMarket): Promise<void> {
    const key = `${by}/${market.address}`;
    if (this.approved.has(key)) return;
    this.approved.add(key);
    await this.fixture.approve(by, market.address, APPROVED);
  }

  private async donate(by: string, market: ModelMarket, amount: bigint): Promise<void> {
    const data = tokenInterface.encodeFunctionData('transfer', [market.address, amount]);
    await this.fixture.chain.mustSend({ from: by, to: this.fixture.collateral, data });
    market.donated += amount;
  }

  private async perform(by: string, market: ModelMarket, call: ModelCall, onceStep: OnceStep | null): Promise<void> {
    const once = this.toOnce(onceStep);
    const result = this.model.perform(by, market, call, { now: this.fixture.chain.now + 1, once });
    const effect = await this.act(call.function, transactionFor(by, market.address, call, once), result, once);
    if (effect === null) return;
    await compareState(this.fixture, market, by);
    checkSolvency(market, TRADERS);
  }

  /**
   * Sends the call and compares the chain's outcome with the model's: the same error, or one event with the ref and the
   * expected transfer. @returns null for a refused call
   */
  private async act(
    name: string,
    call: Transaction,
    result: CallResult,
    once: ModelOnce | undefined,
  ): Promise<Effect | null> {
    const { chain } = this.fixture;
    this.report.coverage.add(name, result.error ?? 'accepted');
    if (result.error !== null) {
      assert.equal(await chain.simulate(call), result.error, `${name}: simulated another result`);
      return null;
    }
    const effect = await chain.mine(call);
    assert.equal(effect.error, null, `${name}: refused`);
    this.report.gas.add(`${name}${once === undefined ? ' (direct)' : ' (once)'}`, effect.gasUsed);
    expect(effect.events).toMatchObject([{ account: call.from, ref: once?.ref ?? null }]);
    const moved = effect.transfers.map(({ from, to, amountBaseUnits }) => ({ from, to, amount: amountBaseUnits }));
    expect(moved).toEqual(result.moved === null ? [] : [result.moved]);
    return effect;
  }

  /** Ends an open market: the resolver resolves it, or a stranger cancels it after the escape delay. */
  private async end(market: ModelMarket, ending: Workload['ending']): Promise<void> {
    if (market.status === 'resolved' || market.status === 'cancelled') return;
    await this.waitUntil(market.closeTime + (ending === 0 ? ESCAPE_SECONDS : 0));
    if (ending === 0) await this.perform(STRANGER, market, { function: 'cancelMarket' }, null);
    else await this.resolve(market, ending);
  }

  /** Resolves to YES directly, and to NO with a ref. */
  private resolve(market: ModelMarket, outcome: 1 | 2): Promise<void> {
    const once = outcome === 1 ? null : this.freshOnce();
    return this.perform(market.resolver, market, { function: 'resolve', outcome }, once);
  }

  /** Claims twice for every account, then checks the market's ledger. */
  private async claimAll(market: ModelMarket, order: readonly string[]): Promise<void> {
    const claim = { function: market.status === 'resolved' ? 'claimPayout' : 'claimRefund' } as const;
    for (const [index, account] of [...order, ...order].entries()) {
      await this.perform(account, market, claim, index % 2 === 0 ? null : this.freshOnce());
    }
    checkLedger(market);
  }

  private freshOnce(): OnceStep {
    this.refs += 1;
    return { ref: this.refs, deadlineIn: 0 };
  }

  private toOnce(step: OnceStep | null): ModelOnce | undefined {
    if (step === null) return undefined;
    const ref = step.ref === null ? ZERO_REF : computeRef(`${this.name}/${step.ref}`);
    return { ref, deadline: this.fixture.chain.now + 1 + step.deadlineIn };
  }
}
