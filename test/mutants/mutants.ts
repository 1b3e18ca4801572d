import type { Custody } from '../../libs/engine/src/domain/ports/custody.js';
import { StepRunner } from '../../libs/engine/src/runner/step-runner.js';
import type { SimulationDependencies } from '../../tools/lab/simulation/simulation.js';
import { AcceptedTwice, CancelledWhileArmed } from './command-mutants.js';
import {
  FirstFollowed,
  FormerAnswerRecorded,
  NonceAfterAll,
  NonceOfCount,
  PendingRefusalTrusted,
  UnknownLeftOut,
} from './depth-mutants.js';
import {
  FailureTrustedWithoutHash,
  MarketTrusted,
  RevertTrusted,
  SenderTrusted,
  SuccessTrusted,
} from './evidence-mutants.js';
import { FeeNotRenewed, UsedNonceAwaited } from './keystore-mutants.js';
import { BodyPerRetry, KeyPerRetry, NoMinPayout, NoRefOrDeadline } from './provider-mutants.js';
import {
  ApprovalNotAwaited,
  DeadlineByOwnClock,
  FailedByAge,
  FailureTrustedAfterHash,
  HeightIgnored,
  MissingRecordIsProof,
  MultipleOnlyBeforeApproval,
  MultipleOnlyInPreview,
  RefusedResendIsProof,
  TimeoutIsFailure,
} from './step-mutants.js';
import {
  AcknowledgedBeforeCommit,
  FirstAcceptedFirst,
  NewKeyAfterTimeout,
  NoFence,
  OthersForgotten,
  PauseIgnoredAtArming,
  PolicyOnlyAtConfirm,
  QueueTrusted,
  ReleasedBeforeWritten,
  WakeupOnlyEnqueued,
} from './store-mutants.js';

function withCustody(Changed: new (inner: Custody) => Custody): Partial<SimulationDependencies> {
  return { createSteps: (parts) => new StepRunner({ ...parts, custody: new Changed(parts.custody) }) };
}

/** Known mistakes of execution engines, one changed part each. The simulation must detect every one. */
export const MUTANTS: Readonly<Record<string, Partial<SimulationDependencies>>> = {
  'new key per retry': withCustody(KeyPerRetry),
  'new body per retry': withCustody(BodyPerRetry),
  'call without ref and deadline': withCustody(NoRefOrDeadline),
  'new key after a timeout': { createEngine: (parts) => new NewKeyAfterTimeout(parts) },
  'arming acknowledged before it is committed': { createEngine: (parts) => new AcknowledgedBeforeCommit(parts) },
  'wake-up cleared when a job is taken': { createEngine: (parts) => new QueueTrusted(parts) },
  'wake-up enqueued but not stored': { createEngine: (parts) => new WakeupOnlyEnqueued(parts) },
  'no fence': { createEngine: (parts) => new NoFence(parts) },
  'lane released before the outcome is written': { createEngine: (parts) => new ReleasedBeforeWritten(parts) },
  'lane released for good with other executions': { createEngine: (parts) => new OthersForgotten(parts) },
  'policy checked only at confirm': { createEngine: (parts) => new PolicyOnlyAtConfirm(parts) },
  'pauses not checked at arming': { createEngine: (parts) => new PauseIgnoredAtArming(parts) },
  'execution in progress overtaken after a pause': { createEngine: (parts) => new FirstAcceptedFirst(parts) },
  'cancelled while armed': { createCommands: (engine) => new CancelledWhileArmed(engine) },
  'one intent accepted twice': { createCommands: (engine) => new AcceptedTwice(engine) },
  'failed by age': { createSteps: (parts) => new FailedByAge(parts) },
  'deadline compared with the local clock': { createSteps: (parts) => new DeadlineByOwnClock(parts) },
  'missing provider record taken as failure': { createSteps: (parts) => new MissingRecordIsProof(parts) },
  '4xx on a resend taken as failure': { createSteps: (parts) => new RefusedResendIsProof(parts) },
  'timeout taken as failure': { createSteps: (parts) => new TimeoutIsFailure(parts) },
  'provider failure trusted after a hash was seen': { createSteps: (parts) => new FailureTrustedAfterHash(parts) },
  'failed provider transaction trusted without a hash': {
    createSteps: (parts) => new FailureTrustedWithoutHash(parts),
  },
  'successful receipt of a foreign hash trusted': { createSteps: (parts) => new SuccessTrusted(parts) },
  'reverted receipt of a foreign hash trusted': { createSteps: (parts) => new RevertTrusted(parts) },
  'empty transfer of the wallet trusted': { createSteps: (parts) => new SenderTrusted(parts) },
  'event of the market trusted without its ref': { createSteps: (parts) => new MarketTrusted(parts) },
  'min_multiple not checked at arming': { createSteps: (parts) => new MultipleOnlyInPreview(parts) },
  'min_multiple checked only before the approval': { createSteps: (parts) => new MultipleOnlyBeforeApproval(parts) },
  'min_multiple not enforced on chain': withCustody(NoMinPayout),
  'used nonce not noticed': withCustody(UsedNonceAwaited),
  'fee of the armed body kept': withCustody(FeeNotRenewed),
  'approval not awaited': { createSteps: (parts) => new ApprovalNotAwaited(parts) },
  'no lookup before a late resend': {
    changeSettings: (settings) => ({ ...settings, resendWithoutLookupMs: Number.MAX_SAFE_INTEGER }),
  },
  'height of a refusal ignored': { createSteps: (parts) => new HeightIgnored(parts) },
  'armed behind an unknown one': { createEngine: (parts) => new UnknownLeftOut(parts) },
  'only the first in flight followed': { createEngine: (parts) => new FirstFollowed(parts) },
  'depth ignored': { changeSettings: (settings) => ({ ...settings, laneDepth: 64 }) },
  'refusal of the pending block trusted': { createSteps: (parts) => new PendingRefusalTrusted(parts) },
  'nonce of the last block used beside others in flight': withCustody(NonceOfCount),
  'nonce of a failed one left free': withCustody(NonceAfterAll),
  'send recorded with the answer of the former': withCustody(FormerAnswerRecorded),
  'receipt trusted without confirmations': { changeSettings: (settings) => ({ ...settings, confirmations: 1 }) },
};
