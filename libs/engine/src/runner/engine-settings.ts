import { acceptedKeys, type AcceptedKeys } from '@app/common';
import { laneDepth, type WorkerSettings } from '@app/config';
import { toPlanContext } from '../domain/intent-plan.js';
import type { DecisionSettings } from '../domain/decide/decision.js';

export interface EngineSettings extends DecisionSettings {
  leaseMs: number;
  /** Executions of a lane that are under way at a time. */
  laneDepth: number;
  stepSealKeys: AcceptedKeys;
}

export const ENGINE_SETTINGS = Symbol('EngineSettings');

const MAX_RESEND_WITHOUT_LOOKUP_MS = 60_000;
/** Share of the deadline after which a stuck transaction is accelerated, before it can block the wallet's nonce. */
const MAX_STUCK_SHARE = 0.2;
/** A keystore raises no fee above KEYSTORE_MAX_FEE_GWEI. A provider has no such limit. */
const MAX_PROVIDER_ACCELERATIONS = 3;

export function toEngineSettings(settings: WorkerSettings): EngineSettings {
  const { EXECUTION_DEADLINE_S, PROVIDER_KEY_LIFETIME_S, STUCK_AFTER_S, CUSTODY } = settings;
  return {
    plan: toPlanContext(settings),
    allowance: settings.ALLOWANCE,
    deadlineMs: EXECUTION_DEADLINE_S * 1000,
    confirmations: settings.CONFIRMATIONS,
    resendWithoutLookupMs: Math.min(MAX_RESEND_WITHOUT_LOOKUP_MS, PROVIDER_KEY_LIFETIME_S * 1000),
    stuckAfterMs: Math.min(STUCK_AFTER_S, EXECUTION_DEADLINE_S * MAX_STUCK_SHARE) * 1000,
    maxAccelerations: CUSTODY === 'keystore' ? Infinity : MAX_PROVIDER_ACCELERATIONS,
    leaseMs: settings.LANE_LEASE_MS,
    laneDepth: laneDepth(settings),
    stepSealKeys: acceptedKeys(settings.STEP_SEAL_KEY, settings.STEP_SEAL_KEY_PREVIOUS),
  };
}
