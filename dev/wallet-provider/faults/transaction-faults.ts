import type { CrashPoint, TransactionScript } from '../domain/transaction.js';
import type { Fault, FaultKindAt } from './fault-catalogue.js';

type Write = (script: TransactionScript, argument: string) => void;

/** Scripts of the variants of `wrong-hash`. */
const WRONG_HASHES: Readonly<Record<string, TransactionScript>> = {
  stranger: { foreign: 'transfer', endBefore: { state: 'COMPLETE' } },
  'stranger-reverted': { foreign: 'reverted' },
  'self-transfer': { selfTransfer: true },
  bundler: { foreign: 'bundled', endBefore: { state: 'COMPLETE' } },
};

/** Writes each fault into the script of an accepted transaction. */
const WRITERS: Readonly<Record<FaultKindAt<'on-accept'>, Write>> = {
  denied: (script) => (script.endBefore = { state: 'DENIED' }),
  cancelled: (script) => (script.endBefore = { state: 'CANCELLED' }),
  failed: (script, errorReason) => (script.endBefore = { state: 'FAILED', errorReason }),
  'denied-after-broadcast': (script) => (script.endAfter = { state: 'DENIED' }),
  'cancelled-after-broadcast': (script) => (script.endAfter = { state: 'CANCELLED' }),
  'failed-after-broadcast': (script, errorReason) => (script.endAfter = { state: 'FAILED', errorReason }),
  'failed-while-pending': (script, errorReason) => (script.shown = { state: 'FAILED', errorReason }),
  'wrong-hash': (script, variant) => Object.assign(script, WRONG_HASHES[variant]),
  stuck: (script) => (script.withheld = true),
  hold: (script, ms) => (script.holdMs = Number(ms)),
  revert: (script) => (script.gas = 'out-of-gas'),
  'skip-estimation': (script) => (script.gas = 'skip-estimation'),
  crash: (script, point) => (script.crashAt = toCrashPoint(point)),
  'error-details': (script, errorDetails) => {
    if (script.endBefore !== undefined) script.endBefore = { ...script.endBefore, errorDetails };
    if (script.endAfter !== undefined) script.endAfter = { ...script.endAfter, errorDetails };
    if (script.shown !== undefined) script.shown = { ...script.shown, errorDetails };
  },
};

export function scriptOf(faults: readonly Fault[]): TransactionScript {
  const script: TransactionScript = {};
  for (const { kind, argument } of faults) if (isScripted(kind)) WRITERS[kind](script, argument);
  return script;
}

function isScripted(kind: string): kind is FaultKindAt<'on-accept'> {
  return Object.hasOwn(WRITERS, kind);
}

function toCrashPoint(point: string): CrashPoint {
  return point === 'signed' || point === 'broadcast' ? point : 'accepted';
}
