import { Inject, Injectable } from '@nestjs/common';
import type { PolicyWallet } from '@app/agents';
import { Chain, ChainUnavailableError, computeQuote, computeRef } from '@app/chain';
import { Clock, isBuy, withTimeout } from '@app/common';
import {
  type Check,
  checkMarketContract,
  computeStake,
  evaluateRules,
  type ExecutionFee,
  failed,
  type IntentPreview,
  type IntentRequest,
  passed,
  type PlannedStep,
  toPlanContext,
  unknown,
} from '@app/engine';
import type { MarketQuote } from '@app/markets';
import { errorFields, Logger } from '@app/observability';
import { INTENTS_SETTINGS, type AcceptanceSettings } from '../intents.settings.js';
import { checkExecutionAllowed, type StoredControls } from '../execution-controls.js';
import type { RecordedState } from './preview-context.repository.js';
import { checkGas, computeFee, computeHeadroom, type ChainSnapshot, stateCheck, toCheck } from './chain-checks.js';
import { readSnapshot } from './read-snapshot.js';
import { RecentHead } from './recent-head.js';

export interface PreviewSubject {
  /** Id that the intent will have; its ref on the chain follows from it. */
  intentId: string;
  request: IntentRequest;
  wallet: PolicyWallet | null;
  controls: StoredControls & RecordedState;
}

type PreviewSettings = Pick<
  AcceptanceSettings,
  'FACTORY_ADDRESS' | 'COLLATERAL_ADDRESS' | 'COLLATERAL_DECIMALS' | 'EXECUTION_ENABLED' | 'EXECUTION_DEADLINE_S'
>;

/** Stands in for a wallet without an address. Checks that depend on the caller are then not shown. */
const PLACEHOLDER_ADDRESS = '0x0000000000000000000000000000000000000001';
const LIMITS = {
  /** Longest time that a preview waits for the chain. */
  chainTimeoutMs: 2_000,
  /** Time after a failed read for which previews do not read the chain. */
  chainCooldownMs: 1_000,
  /** A preview makes about six calls in one request. This many fill three requests, which bounds the node's queue. */
  maxChainReads: 64,
};
const UNREADABLE = 'The chain could not be read.';
const BEHIND = 'The node that answered lacks blocks that this service has recorded.';
const FUNDS_EXPECTED = 'The funds of the faucet may not be on the chain yet.';
/** Rules that read the chain, in the order of evaluation. */
export const CHAIN_RULES = ['contract', 'market_state', 'simulation', 'min_multiple', 'gas', 'balance'] as const;

/**
 * Evaluates the rules of execution besides the wallet's own on an unconfirmed intent: switches and the state of the chain.
 * Shows each of them instead of the first failure.
 */
@Injectable()
export class ExecutionPreview {
  /** Tests set others. */
  readonly limits = { ...LIMITS };
  private readonly heads: RecentHead;
  private activeReads = 0;
  private cooldownUntilMs = 0;

  constructor(
    private readonly chain: Chain,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(INTENTS_SETTINGS) private readonly settings: PreviewSettings,
  ) {
    this.heads = new RecentHead(chain);
  }

  /** Uses the evaluator of execution. Read-only. Never rejects: a rule whose facts cannot be read is `unknown`. */
  async evaluate(subject: PreviewSubject): Promise<IntentPreview> {
    const { checks, ...preview } = await this.checkChain(subject);
    return { checks: [this.checkControls(subject), ...checks], ...preview };
  }

  private checkControls({ request: { action }, wallet, controls }: PreviewSubject): Check {
    const { EXECUTION_ENABLED: executionEnabled } = this.settings;
    const agentPaused = wallet?.paused ?? false;
    const rejection = checkExecutionAllowed(action, { ...controls, executionEnabled, agentPaused });
    return rejection === null ? passed('execution') : failed('execution', rejection);
  }

  private async checkChain(subject: PreviewSubject): Promise<IntentPreview> {
    const { chainTimeoutMs, maxChainReads } = this.limits;
    if (this.clock.nowMs() < this.cooldownUntilMs) return unread(UNREADABLE);
    if (this.activeReads >= maxChainReads) return unread('Too many previews are reading the chain.');
    this.activeReads += 1;
    try {
      const preview = await withTimeout(this.observe(subject), chainTimeoutMs, () => null);
      if (preview !== null) return preview;
      this.startCooldown();
      return unread('The chain did not answer in time.');
    } catch (error) {
      this.log.warn({ event: 'preview.chain_unreadable', ...errorFields(error) });
      if (!(error instanceof ChainUnavailableError)) return unread('This could not be read.');
      this.startCooldown();
      return unread(UNREADABLE);
    } finally {
      this.activeReads -= 1;
    }
  }

  private startCooldown(): void {
    this.cooldownUntilMs = this.clock.nowMs() + this.limits.chainCooldownMs;
  }

  private async observe(subject: PreviewSubject): Promise<IntentPreview> {
    const { chain, clock, heads } = this;
    const step = this.toPlannedStep(subject);
    const { controls } = subject;
    let [head, contract] = await Promise.all([heads.recent(), checkMarketContract(chain, step)]);
    // A refusal counts only at its height, which the same node tells in the same batch.
    if (contract.failure !== null)
      [head, contract] = await Promise.all([heads.read(), checkMarketContract(chain, step)]);
    if (contract.failure !== null) {
      if (head.blockNumber < controls.knownBlock) return unread(BEHIND);
      const others = unread('The contract was not deployed by the factory, so it was not read.').checks.slice(1);
      return {
        checks: [toCheck(contract, { asOfBlock: head.blockNumber }), ...others],
        isApproved: false,
        quote: null,
      };
    }
    const snapshot = await readSnapshot({ chain, heads, clock }, step);
    const isWalletKnown = hasWallet(subject);
    const fee = computeFee(snapshot, { gasPaid: controls.gasPaid, isWalletKnown });
    const contractCheck = toCheck(contract, { asOfBlock: snapshot.blockNumber });
    const checks = checksOf(snapshot, isWalletKnown, fee).map((check) => countRefusal(check, snapshot, controls));
    const isApproved = isBuy(snapshot.step.intent.action) && snapshot.step.kind === 'main';
    return { checks: [contractCheck, ...checks], isApproved, quote: quoteFor(snapshot), fee };
  }

  private toPlannedStep({ intentId, request, wallet }: PreviewSubject): PlannedStep {
    return {
      intent: request,
      kind: isBuy(request.action) ? 'approve' : 'main',
      plan: toPlanContext(this.settings),
      walletAddress: wallet?.agentWalletAddress ?? PLACEHOLDER_ADDRESS,
      ref: computeRef(intentId),
      deadlineSeconds: Math.floor(this.clock.nowMs() / 1000) + this.settings.EXECUTION_DEADLINE_S,
    };
  }
}

function hasWallet({ wallet }: PreviewSubject): boolean {
  return wallet !== null && wallet.agentWalletAddress !== null;
}

function checksOf(snapshot: ChainSnapshot, isWalletKnown: boolean, fee: ExecutionFee): Check[] {
  const asOfBlock = snapshot.blockNumber;
  const results = evaluateRules(snapshot.step, snapshot.facts);
  // A restore lost the records of its effect. Execution finds the effect and sends nothing, so no other rule counts.
  if (results.some(({ failure }) => failure === 'executed_already')) {
    return [passed('market_state', { asOfBlock }), ...results.map(({ rule }) => passed(rule, { asOfBlock }))];
  }
  const checks = results.map((result): Check => {
    const { rule } = result;
    if (!isWalletKnown && rule !== 'min_multiple')
      return unknown(rule, 'This depends on the wallet, which has no address yet.');
    return checkGas(toCheck(result, { asOfBlock, headroom: computeHeadroom(rule, snapshot) }), fee);
  });
  return [stateCheck(snapshot), ...checks];
}

/** A refusal that what the service has recorded may contradict is unknown. */
function countRefusal(check: Check, { height }: ChainSnapshot, { knownBlock, awaitsFunds }: RecordedState): Check {
  const { rule, result, code, failureReason } = check;
  if (result !== 'fail' || code === null) return check;
  if (height < knownBlock) return unknown(rule, BEHIND);
  const isForFunds = failureReason === 'insufficient_balance' || failureReason === 'insufficient_gas';
  return awaitsFunds && isForFunds ? unknown(rule, FUNDS_EXPECTED) : check;
}

function quoteFor({ step, facts: { pools }, blockNumber }: ChainSnapshot): MarketQuote | null {
  const stake = computeStake(step);
  const { marketContractAddress } = step.intent;
  if (stake === null || pools === null || marketContractAddress === null) return null;
  const quote = computeQuote({ pools, ...stake, decimals: step.plan.decimals });
  return { ...quote, marketContractAddress, asOfBlock: blockNumber };
}

function unread(message: string): IntentPreview {
  return { checks: CHAIN_RULES.map((rule) => unknown(rule, message)), isApproved: false, quote: null };
}
