import { approved, executed, mined, reverted } from '../../libs/engine/src/domain/transition.js';
import { type Decision, fail, type KnownFacts, needFact, write } from '../../libs/engine/src/domain/decide/decision.js';
import type { Receipt } from '../../libs/chain/src/chain.js';
import type { StepContext } from '../../libs/engine/src/runner/step-context.js';
import { StepRunner } from '../../libs/engine/src/runner/step-runner.js';

/** Decides by a receipt that the engine recognises as foreign. */
abstract class ForeignReceiptTrusted extends StepRunner {
  protected override decide(context: StepContext, seen: KnownFacts): Decision {
    const decision = super.decide(context, seen);
    const event = decision.kind === 'write' ? decision.transition.event : null;
    if (event === 'step.foreign_hash') {
      const receipt = seen.receipts?.find(({ transactionHash }) => transactionHash === hashIn(decision));
      return (receipt && this.trusts(context, seen, receipt)) ?? decision;
    }
    const confirmed = seen.confirmed?.receipt;
    return event === 'step.receipt_vanished' && confirmed?.succeeded ? finish(context, confirmed) : decision;
  }

  protected abstract trusts(context: StepContext, seen: KnownFacts, receipt: Receipt): Decision | null;
}

/** Takes any successful receipt as the step's. */
export class SuccessTrusted extends ForeignReceiptTrusted {
  protected override trusts(context: StepContext, _seen: KnownFacts, receipt: Receipt): Decision | null {
    return receipt.succeeded ? write(mined(context, receipt)) : null;
  }
}

/** Takes any reverted receipt as the step's. */
export class RevertTrusted extends ForeignReceiptTrusted {
  protected override trusts({ step }: StepContext, _seen: KnownFacts, receipt: Receipt): Decision | null {
    return receipt.succeeded || step.kind === 'approve' ? null : write(reverted(receipt));
  }
}

/** Takes a successful transaction of the wallet as the step's, whatever it calls. */
export class SenderTrusted extends ForeignReceiptTrusted {
  protected override trusts(context: StepContext, seen: KnownFacts, receipt: Receipt): Decision | null {
    const { transactionHash } = receipt;
    if (!receipt.succeeded) return null;
    if (seen.transaction === undefined) return needFact({ what: 'transaction', transactionHash });
    return seen.transaction?.from === context.execution.walletAddress ? write(mined(context, receipt)) : null;
  }
}

/** Takes an event of the intent's market as the step's, whatever its ref. */
export class MarketTrusted extends ForeignReceiptTrusted {
  protected override trusts(context: StepContext, _seen: KnownFacts, receipt: Receipt): Decision | null {
    const market = context.execution.intent.marketContractAddress;
    return receipt.logs.some(({ address }) => address === market) ? write(mined(context, receipt)) : null;
  }
}

/** Takes the provider's failure as proof when no hash was seen, whatever its reason. */
export class FailureTrustedWithoutHash extends StepRunner {
  protected override decide(context: StepContext, seen: KnownFacts): Decision {
    const { step } = context;
    const { provider } = seen;
    const isEnded = provider && provider !== 'no_answer' && ['failed', 'cancelled'].includes(provider.state);
    if (isEnded && step.hashes.length + step.foreignHashes.length === 0 && step.sendAttempts === 1) {
      return fail('provider_failed');
    }
    return super.decide(context, seen);
  }
}

function hashIn(decision: Decision): string | undefined {
  return decision.kind === 'write' ? decision.transition.step?.foreignHash : undefined;
}

function finish(context: StepContext, receipt: Receipt): Decision {
  if (context.step.kind === 'approve') return write(approved(context, receipt));
  return write(executed(context, receipt, { readback: {} }));
}
