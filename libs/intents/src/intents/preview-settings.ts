import { type PlanContext, toPlanContext } from '@app/engine';
import type { IntentsSettings } from '../intents.settings.js';

/** Longest time that a preview waits for the chain. */
const CHAIN_TIMEOUT_MS = 2_000;
/** Time after a failed read for which previews do not read the chain. */
const CHAIN_COOLDOWN_MS = 1_000;
/** A preview makes about five calls in one request. This many fill three requests, which bounds the node's queue. */
const MAX_CHAIN_READS = 64;

export interface PreviewSettings {
  plan: PlanContext;
  executionEnabled: boolean;
  /** Time from arming to the deadline in the call data. */
  deadlineMs: number;
  /** Longest time that a preview waits for the chain. */
  chainTimeoutMs: number;
  /** Time after a failed read for which previews do not read the chain. */
  chainCooldownMs: number;
  /** Maximum concurrent previews that read the chain; the rest report `unknown`. */
  maxChainReads: number;
}

/** Injection token of the PreviewSettings. */
export const PREVIEW_SETTINGS = Symbol('PreviewSettings');

export function toPreviewSettings(settings: IntentsSettings): PreviewSettings {
  return {
    plan: toPlanContext(settings),
    executionEnabled: settings.EXECUTION_ENABLED,
    deadlineMs: settings.EXECUTION_DEADLINE_S * 1000,
    chainTimeoutMs: CHAIN_TIMEOUT_MS,
    chainCooldownMs: CHAIN_COOLDOWN_MS,
    maxChainReads: MAX_CHAIN_READS,
  };
}
