import type { Decision, KnownFacts } from '../../libs/engine/src/domain/decide/decision.js';
import type {
  OtherBodies,
  PreparedTransaction,
  TransactionRequest,
} from '../../libs/engine/src/domain/ports/custody.js';
import type { StepContext } from '../../libs/engine/src/runner/step-context.js';
import { StepRunner } from '../../libs/engine/src/runner/step-runner.js';
import { MemoryEngine } from '../../tools/lab/simulation/memory/memory-engine.js';
import type { ExecutionRow } from '../../tools/lab/simulation/memory/rows.js';
import { ProviderDecorator } from './provider-decorator.js';

type IsPaused = (one: ExecutionRow) => boolean;

/** Reads the lane without executions whose outcome is unknown while there are others. */
export class UnknownLeftOut extends MemoryEngine {
  protected override headsOf(live: readonly ExecutionRow[], isPaused: IsPaused, depth: number): ExecutionRow[] {
    const known = live.filter(({ status }) => status !== 'unknown');
    return super.headsOf(known.length > 0 ? known : live, isPaused, depth);
  }
}

/** Follows only the first execution in flight. */
export class FirstFollowed extends MemoryEngine {
  protected override headsOf(live: readonly ExecutionRow[], isPaused: IsPaused, depth: number): ExecutionRow[] {
    const heads = super.headsOf(live, isPaused, depth);
    return heads.filter(({ status }, index) => index === 0 || status === 'queued');
  }
}

/** Fails an execution by what the pending block answers while others are in flight. */
export class PendingRefusalTrusted extends StepRunner {
  protected override decide(context: StepContext, seen: KnownFacts): Decision {
    const isRefused = seen.rules === 'others_in_flight';
    return super.decide(context, isRefused ? { ...seen, rules: 'simulation_reverted' } : seen);
  }
}

/** Signs at the nonce after the last block, whatever is in flight. */
export class NonceOfCount extends ProviderDecorator {
  override prepare(request: TransactionRequest, { readMined }: OtherBodies): Promise<PreparedTransaction> {
    return super.prepare(request, { inFlight: [], readMined });
  }
}

/** Signs at a nonce that no body had before, so that one that failed in the middle leaves a gap. */
export class NonceAfterAll extends ProviderDecorator {
  private readonly made = new Map<string, string[]>();

  override async prepare(request: TransactionRequest, others: OtherBodies): Promise<PreparedTransaction> {
    const made = this.made.get(request.walletAddress) ?? [];
    this.made.set(request.walletAddress, made);
    const prepared = await super.prepare(request, { ...others, inFlight: [...others.inFlight, ...made] });
    made.push(prepared.body);
    return prepared;
  }
}

/** Records the custody's answer to the send before. */
export class FormerAnswerRecorded extends ProviderDecorator {
  private former: { transactionId: string } | null = null;

  override async submit(body: string): Promise<{ transactionId: string }> {
    const answer = await super.submit(body);
    const { former } = this;
    this.former = answer;
    return former ?? answer;
  }
}
