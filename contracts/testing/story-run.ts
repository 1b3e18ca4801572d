import assert from 'node:assert/strict';
import { MARKET_STATUSES, OUTCOME_NUMBER, refOf, tokenInterface, type MarketCall } from '@app/contracts';
import { ACCOUNTS } from './anvil.js';
import { view, type Effect, type Transaction } from './chain.js';
import { balanceOf, checkBooks, checkSolvency } from './books.js';
import type { Coverage, GasReport } from './gas-report.js';
import {
  claimable,
  ESCAPE_SECONDS,
  Model,
  poolOf,
  stakeOf,
  ZERO_REF,
  type ModelCall,
  type ModelMarket,
  type ModelOnce,
  type StepResult,
} from './model.js';
import { transactionOf, type Stage } from './stage.js';
import { chainOnce, transactionFor } from './story-calls.js';
import { timeOf, type OnceStep, type Step, type Workload, type Who } from './steps.js';

const PERSONS = ACCOUNTS.slice(1);
const STRANGER = ACCOUNTS[0];
const ZERO_ADDRESS = `0x${'00'.repeat(20)}`;
const APPROVED = 2n ** 250n;
/** Above the refs that stories use. */
const OWN_REFS = 1_000;
const FUNCTIONS = {
  close: 'closeMarket',
  cancel: 'cancelMarket',
  payout: 'claimPayout',
  refund: 'claimRefund',
} as const;

const who = (by: Who, market: ModelMarket): string => (typeof by === 'number' ? person(by) : market[by]);
const person = (index: number): string => PERSONS[index % PERSONS.length] ?? STRANGER;

/** One story told to the contracts and to the model at once; every difference throws. */
export class StoryRun {
  readonly #model = new Model();
  readonly #markets: ModelMarket[] = [];
  readonly #approved = new Set<string>();
  #refs = OWN_REFS;

  constructor(
    private readonly stage: Stage,
    private readonly name: string,
    private readonly report: { gas: GasReport; coverage: Coverage },
  ) {}

  async tell({ steps, ending, exitOrder }: Workload): Promise<void> {
    await this.#create({ kind: 'create', by: 0, id: 9, closeIn: 30, resolver: 1, ours: true, once: null });
    for (const step of steps) await this.#step(step);
    for (const market of this.#markets) {
      await this.#finish(market, ending);
      await this.#exit(market, exitOrder.map(person));
    }
  }

  async #step(step: Step): Promise<void> {
    if (step.kind === 'create') return this.#create(step);
    const market = this.#markets[step.market % this.#markets.length];
    assert(market);
    switch (step.kind) {
      case 'wait':
        return this.#waitUntil(timeOf(step, market.closeTime, this.stage.chain.now));
      case 'donate':
        return this.#donate(person(step.by), market, step.amount);
      case 'buy':
        await this.#approve(person(step.by), market);
        return this.#perform(person(step.by), market, { function: step.side, amount: step.amount }, step.once);
      case 'resolve':
        return this.#perform(who(step.by, market), market, { function: 'resolve', outcome: step.outcome }, step.once);
      case 'close':
      case 'cancel':
      case 'payout':
      case 'refund':
        return this.#perform(who(step.by, market), market, { function: FUNCTIONS[step.kind] }, step.once);
    }
  }

  async #waitUntil(time: number): Promise<void> {
    if (time > this.stage.chain.now) await this.stage.chain.setNextTime(time);
  }

  async #create(step: Extract<Step, { kind: 'create' }>): Promise<void> {
    const { stage } = this;
    const now = stage.chain.now + 1;
    const by = person(step.by);
    const once = this.#onceOf(step.once);
    const creation = {
      id: `${this.name}/${step.id}`,
      closeTime: now + step.closeIn,
      resolver: step.resolver === null ? ZERO_ADDRESS : person(step.resolver),
    };
    const verdict = this.#model.create(by, { ...creation, collateralIsOurs: step.ours }, now, once);
    const call: MarketCall = {
      function: 'createMarket',
      id: creation.id,
      question: 'Will it rain?',
      closeTimestampSeconds: creation.closeTime,
      resolver: creation.resolver,
      collateralToken: step.ours ? stage.collateral : stage.factory,
    };
    const effect = await this.#act(
      'createMarket',
      transactionOf(by, stage.factory, call, chainOnce(once)),
      verdict,
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
    this.#markets.push(market);
  }

  async #approve(by: string, market: ModelMarket): Promise<void> {
    const key = `${by}/${market.address}`;
    if (this.#approved.has(key)) return;
    this.#approved.add(key);
    await this.stage.approve(by, market.address, APPROVED);
  }

  async #donate(by: string, market: ModelMarket, amount: bigint): Promise<void> {
    const data = tokenInterface.encodeFunctionData('transfer', [market.address, amount]);
    await this.stage.chain.mustSend({ from: by, to: this.stage.collateral, data });
    market.donated += amount;
  }

  async #perform(by: string, market: ModelMarket, call: ModelCall, onceStep: OnceStep | null): Promise<void> {
    const once = this.#onceOf(onceStep);
    const verdict = this.#model.perform(by, market, call, { now: this.stage.chain.now + 1, once });
    const effect = await this.#act(call.function, transactionFor(by, market.address, call, once), verdict, once);
    if (effect !== null) await this.#compareState(market, by);
  }

  /**
   * The chain does what the model says: it refuses in the same words (null then), or emits one event with this ref and
   * moves exactly these tokens.
   */
  async #act(
    name: string,
    call: Transaction,
    verdict: StepResult,
    once: ModelOnce | undefined,
  ): Promise<Effect | null> {
    const { chain } = this.stage;
    this.report.coverage.add(name, verdict.error ?? 'accepted');
    if (verdict.error !== null) {
      assert.equal(await chain.simulate(call), verdict.error, `${name}: another verdict`);
      return null;
    }
    const effect = await chain.mine(call);
    assert.equal(effect.error, null, `${name}: refused`);
    this.report.gas.add(`${name}${once === undefined ? ' (direct)' : ' (once)'}`, effect.gasUsed);
    expect(effect.events).toMatchObject([{ account: call.from, ref: once?.ref ?? null }]);
    const moved = effect.transfers.map(({ from, to, amountBaseUnits }) => ({ from, to, amount: amountBaseUnits }));
    expect(moved).toEqual(verdict.moved === null ? [] : [verdict.moved]);
    return effect;
  }

  async #compareState(market: ModelMarket, account: string): Promise<void> {
    const at = ['market', market.address] as const;
    const [status, winner, totalYes, totalNo, yes, no, payout, refund, hasClaimed, isOpen, balance] =
      await this.stage.chain.readAll([
        view(at, 'status', []),
        view(at, 'winningOutcome', []),
        view(at, 'totalYes', []),
        view(at, 'totalNo', []),
        view(at, 'yesPositions', [account]),
        view(at, 'noPositions', [account]),
        view(at, 'claimablePayout', [account]),
        view(at, 'claimableRefund', [account]),
        view(at, 'hasClaimed', [account]),
        view(at, 'isOpen', []),
        view(['token', this.stage.collateral], 'balanceOf', [market.address]),
      ]);
    const owed = claimable(market, account);
    const found = { status, winner, totalYes, totalNo, yes, no, payout, refund, hasClaimed, isOpen, balance };
    expect(found).toEqual({
      status: BigInt(MARKET_STATUSES.indexOf(market.status)),
      winner: market.winner === null ? 0n : BigInt(OUTCOME_NUMBER[market.winner]),
      totalYes: poolOf(market, 'YES'),
      totalNo: poolOf(market, 'NO'),
      yes: stakeOf(market, 'YES', account),
      no: stakeOf(market, 'NO', account),
      payout: owed.payout,
      refund: owed.refund,
      hasClaimed: market.paid.has(account),
      isOpen: market.status === 'open' && this.stage.chain.now + 1 < market.closeTime,
      balance: balanceOf(market),
    });
    checkSolvency(market, PERSONS);
  }

  /** By its resolver, or by time alone, which lets everyone out. */
  async #finish(market: ModelMarket, ending: Workload['ending']): Promise<void> {
    if (market.status === 'resolved' || market.status === 'cancelled') return;
    await this.#waitUntil(market.closeTime + (ending === 0 ? ESCAPE_SECONDS : 0));
    if (ending === 0) await this.#perform(STRANGER, market, { function: 'cancelMarket' }, null);
    else await this.#perform(market.resolver, market, { function: 'resolve', outcome: ending }, this.#freshOnce());
  }

  /** Everyone comes twice for their money, and then the books must balance. */
  async #exit(market: ModelMarket, order: readonly string[]): Promise<void> {
    const claim = { function: market.status === 'resolved' ? 'claimPayout' : 'claimRefund' } as const;
    for (const [index, account] of [...order, ...order].entries()) {
      await this.#perform(account, market, claim, index % 2 === 0 ? null : this.#freshOnce());
    }
    checkBooks(market);
  }

  #freshOnce(): OnceStep {
    this.#refs += 1;
    return { ref: this.#refs, deadlineIn: 0 };
  }

  #onceOf(step: OnceStep | null): ModelOnce | undefined {
    if (step === null) return undefined;
    const ref = step.ref === null ? ZERO_REF : refOf(`${this.name}/${step.ref}`);
    return { ref, deadline: this.stage.chain.now + 1 + step.deadlineIn };
  }
}
