import { StepRunner } from '../../../libs/engine/src/runner/step-runner.js';
import type { SimulationParts } from '../simulation.js';
import { AcceptedTwice, CancelledWhileArmed } from './command-mutants.js';
import { BodyPerRetry, KeyPerRetry, NoRefOrDeadline } from './provider-mutants.js';
import {
  ApprovalNotAwaited,
  DeadlineByOwnClock,
  FailedByAge,
  FailureTrustedAfterHash,
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
  PauseIgnoredAtArming,
  PolicyOnlyAtConfirm,
  QueueTrusted,
  ReleasedBeforeWritten,
  WakeUpByRingAlone,
} from './store-mutants.js';

/** Mistakes that engines of this kind were found to make, each in one part; the harness has to find every one. */
export const PLANTED_BUGS: Readonly<Record<string, Partial<SimulationParts>>> = {
  'a key per retry': {
    createSteps: (parts) => new StepRunner({ ...parts, provider: new KeyPerRetry(parts.provider) }),
  },
  'a body per retry': {
    createSteps: (parts) => new StepRunner({ ...parts, provider: new BodyPerRetry(parts.provider) }),
  },
  'no ref and no deadline in what is sent': {
    createSteps: (parts) => new StepRunner({ ...parts, provider: new NoRefOrDeadline(parts.provider) }),
  },
  'a new key after a timeout': { createEngine: (parts) => new NewKeyAfterTimeout(parts) },
  'arming acknowledged before it is committed': { createEngine: (parts) => new AcknowledgedBeforeCommit(parts) },
  'the queue trusted to bring a job again': { createEngine: (parts) => new QueueTrusted(parts) },
  'a wake-up left to the ring alone': { createEngine: (parts) => new WakeUpByRingAlone(parts) },
  'no fence': { createEngine: (parts) => new NoFence(parts) },
  'the lane released before the outcome is written': { createEngine: (parts) => new ReleasedBeforeWritten(parts) },
  'policy checked only at confirm': { createEngine: (parts) => new PolicyOnlyAtConfirm(parts) },
  'pauses not checked at arming': { createEngine: (parts) => new PauseIgnoredAtArming(parts) },
  'what is under way overtaken after a pause': { createEngine: (parts) => new FirstAcceptedFirst(parts) },
  'cancelled while armed': { createCommands: (engine) => new CancelledWhileArmed(engine) },
  'one intent accepted twice': { createCommands: (engine) => new AcceptedTwice(engine) },
  'failed by age': { createSteps: (parts) => new FailedByAge(parts) },
  'the deadline judged by our own clock': { createSteps: (parts) => new DeadlineByOwnClock(parts) },
  'a missing record taken as proof': { createSteps: (parts) => new MissingRecordIsProof(parts) },
  'a 4xx taken as proof on a resend': { createSteps: (parts) => new RefusedResendIsProof(parts) },
  'a timeout taken as failure': { createSteps: (parts) => new TimeoutIsFailure(parts) },
  'the provider trusted although a hash was seen': { createSteps: (parts) => new FailureTrustedAfterHash(parts) },
  'min_multiple not checked at arming': { createSteps: (parts) => new MultipleOnlyInPreview(parts) },
  'min_multiple checked before the approval alone': { createSteps: (parts) => new MultipleOnlyBeforeApproval(parts) },
  'the approval not awaited': { createSteps: (parts) => new ApprovalNotAwaited(parts) },
  'no lookup before a late resend': {
    changeSettings: (settings) => ({ ...settings, resendWithoutLookupMs: Number.MAX_SAFE_INTEGER }),
  },
  'a receipt trusted without confirmations': { changeSettings: (settings) => ({ ...settings, confirmations: 1 }) },
};

/** Mutants that show in fewer than one of 40 seeds: `npm run test:slow` finds them, `npm test` the others. */
export const RARE_MUTANTS: ReadonlySet<string> = new Set([
  'policy checked only at confirm',
  'what is under way overtaken after a pause',
  'a 4xx taken as proof on a resend',
]);
