import {
  type Check,
  ExecutionPreview,
  failed,
  type IntentPreview,
  type PreviewSubject,
  passed,
  type PlacedQuote,
  type PlanContext,
  unknown,
} from '@app/agents';
import { type Clock, isBuy } from '@app/common';
import { quoteOf, refOf } from '@app/contracts';
import { errorFields, type Logger } from '@app/observability';
import { RowLoader, type Sql } from '@app/persistence';
import { checkMarketContract, evaluateRules, readFacts } from '../domain/evaluate.js';
import { type PlannedStep, stakeOf } from '../domain/planned-step.js';
import { type Chain, ChainUnavailableError } from '../domain/ports/chain.js';
import { checkExecutionAllowed } from '../domain/execution-controls.js';
import { type ActionSwitches, readSwitches } from '../persistence/read-execution-controls.js';
import { checkOf, headroomOf, type Observation, stateCheck } from './chain-checks.js';

export interface EngineForecastParts {
  sql: Sql;
  chain: Chain;
  clock: Clock;
  log: Logger;
  settings: {
    plan: PlanContext;
    executionEnabled: boolean;
    /** Life of an armed step. */
    deadlineMs: number;
    /** How long a preview waits for the chain. */
    chainWaitMs: number;
    /** For how long a chain that could not be read is not asked again: previews do without at once. */
    chainRestMs: number;
    /** Previews of this process that may ask the chain at once; others do without. */
    chainReadsMax: number;
  };
}

type ChainHead = Awaited<ReturnType<Chain['head']>>;

/** Stands in for a wallet that is not there yet: what depends on the caller is not shown then. */
const NOBODY = '0x0000000000000000000000000000000000000001';
/** A chain that has a new block at every look is read no more often than this. */
const READS_MAX = 3;
const UNREADABLE = 'The chain could not be read.';
const CHAIN_RULES = ['contract', 'market_state', 'simulation', 'min_multiple', 'gas', 'balance'] as const;

/** Runs the engine's own evaluator on an intent that nobody has confirmed, and shows every rule instead of the first. */
export class EngineExecutionPreview extends ExecutionPreview {
  private readonly switches: RowLoader<ActionSwitches>;
  private reading = 0;
  private restsUntilMs = 0;

  constructor(private readonly parts: EngineForecastParts) {
    super();
    this.switches = new RowLoader(
      (actions) => readSwitches(parts.sql, actions),
      ({ action }) => action,
    );
  }

  async evaluate(subject: PreviewSubject): Promise<IntentPreview> {
    const [execution, chain] = await Promise.all([this.checkSwitches(subject), this.askChain(subject)]);
    return { checks: [execution, ...chain.checks], quote: chain.quote };
  }

  private async checkSwitches({ request: { action }, wallet }: PreviewSubject): Promise<Check> {
    const { settings, log } = this.parts;
    try {
      const switches = await this.switches.load(action);
      if (switches === null) throw new Error('the switches could not be read');
      const { executionEnabled } = settings;
      const refusal = checkExecutionAllowed(action, {
        ...switches,
        executionEnabled,
        agentPaused: wallet?.paused ?? false,
      });
      return refusal === null ? passed('execution') : failed('execution', refusal);
    } catch (error) {
      log.warn({ event: 'forecast.switches_unread', ...errorFields(error) });
      return unknown('execution', 'Whether execution is on could not be read.');
    }
  }

  private async askChain(subject: PreviewSubject): Promise<IntentPreview> {
    const { settings, clock, log } = this.parts;
    if (clock.nowMs() < this.restsUntilMs) return unread(UNREADABLE);
    if (this.reading >= settings.chainReadsMax) return unread('Too many previews ask the chain at this moment.');
    this.reading += 1;
    try {
      const forecast = await within(settings.chainWaitMs, this.observe(subject));
      if (forecast !== null) return forecast;
      this.rest();
      return unread('The chain did not answer in time.');
    } catch (error) {
      log.warn({ event: 'forecast.chain_unread', ...errorFields(error) });
      if (!(error instanceof ChainUnavailableError)) return unread('This could not be read.');
      this.rest();
      return unread(UNREADABLE);
    } finally {
      this.reading -= 1;
    }
  }

  private rest(): void {
    this.restsUntilMs = this.parts.clock.nowMs() + this.parts.settings.chainRestMs;
  }

  private async observe(subject: PreviewSubject): Promise<IntentPreview> {
    const { chain } = this.parts;
    const step = this.plannedStepOf(subject);
    const [head, contract] = await Promise.all([chain.head(), checkMarketContract(chain, step)]);
    if (contract.failure !== null) {
      const others = unread('The contract is not one of ours, so it was not asked.').checks.slice(1);
      return { checks: [checkOf(contract, { asOfBlock: head.blockNumber }), ...others], quote: null };
    }
    const observation = await this.observeAt(head, step);
    const contractCheck = checkOf(contract, { asOfBlock: observation.blockNumber });
    return {
      checks: [contractCheck, ...checksOf(observation, { hasWallet: hasWallet(subject) })],
      quote: quoteFor(observation),
    };
  }

  /** A simulation stands on the newest block, so when one has come meanwhile everything is read anew, as of that one. */
  private async observeAt(head: ChainHead, step: PlannedStep, reads = 1): Promise<Observation> {
    const { chain, clock } = this.parts;
    const { blockNumber } = head;
    const { marketContractAddress } = step.intent;
    const [facts, market, newest] = await Promise.all([
      readFacts(chain, step, blockNumber),
      marketContractAddress === null ? null : chain.marketState(marketContractAddress, blockNumber),
      chain.head(),
    ]);
    if (newest.blockNumber !== blockNumber && reads < READS_MAX) return this.observeAt(newest, step, reads + 1);
    return {
      step,
      facts: { ...facts, pools: market?.pools ?? null },
      market,
      blockNumber,
      nowMs: Math.max(head.timestampMs, clock.nowMs()),
    };
  }

  private plannedStepOf({ intentId, request, wallet }: PreviewSubject): PlannedStep {
    const { settings, clock } = this.parts;
    return {
      intent: request,
      kind: isBuy(request.action) ? 'approve' : 'main',
      plan: settings.plan,
      walletAddress: wallet?.agentWalletAddress ?? NOBODY,
      ref: refOf(intentId),
      deadlineSeconds: Math.floor((clock.nowMs() + settings.deadlineMs) / 1000),
    };
  }
}

function hasWallet({ wallet }: PreviewSubject): boolean {
  return wallet !== null && wallet.agentWalletAddress !== null;
}

function checksOf(observation: Observation, { hasWallet: known }: { hasWallet: boolean }): Check[] {
  const asOfBlock = observation.blockNumber;
  const verdicts = evaluateRules(observation.step, observation.facts).map((verdict): Check => {
    const { rule } = verdict;
    if (!known && rule !== 'min_multiple')
      return unknown(rule, 'This depends on the wallet, which has no address yet.');
    return checkOf(verdict, { asOfBlock, headroom: headroomOf(rule, observation) });
  });
  return [stateCheck(observation), ...verdicts];
}

function quoteFor({ step, facts: { pools }, blockNumber }: Observation): PlacedQuote | null {
  const stake = stakeOf(step);
  const { marketContractAddress } = step.intent;
  if (stake === null || pools === null || marketContractAddress === null) return null;
  const quote = quoteOf({ pools, ...stake, decimals: step.plan.decimals });
  return { ...quote, marketContractAddress, asOfBlock: blockNumber };
}

function unread(message: string): IntentPreview {
  return { checks: CHAIN_RULES.map((rule) => unknown(rule, message)), quote: null };
}

/** Null when the work takes longer; what it comes to then is of no interest. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
