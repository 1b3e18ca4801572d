import { type Chain, ChainUnavailableError, type EffectQuery } from '@app/chain';
import type { KnownFacts } from '../domain/decide/decision.js';
import type { LaneWork } from '../domain/lane-work.js';
import type { EngineStore } from '../domain/ports/engine-store.js';
import type { StepInExecution } from '../domain/transition.js';

/** Lookups start this long before arming, for clocks that differ and attempts that a restored database has lost. */
const CLOCK_MARGIN_MS = 60 * 60_000;

/** Operation named in the error of a node that lacks a recorded block. */
export const RECORDED_BLOCK = 'a block that the service has recorded';

/** Observes a fact that a proof depends on. @throws ChainUnavailableError also when a node that is behind shows no use of the ref */
export async function observeProof(
  { chain, store, settings }: { chain: Chain; store: EngineStore; settings: { confirmations: number } },
  { execution, step, ...lane }: StepInExecution & Pick<LaneWork, 'nowMs' | 'knownBlock'>,
  what: 'refState' | 'effect' | 'allowance',
): Promise<Partial<KnownFacts>> {
  const { confirmations } = settings;
  const { walletAddress: sender, ref, intent } = execution;
  const { marketContractAddress: marketAddress } = intent;
  switch (what) {
    case 'refState': {
      const refState = await chain.refState({ sender, ref, confirmations });
      const isBehind = refState.blockNumber + confirmations <= lane.knownBlock;
      if (!refState.used && isBehind) throw new ChainUnavailableError(RECORDED_BLOCK);
      return { refState };
    }
    case 'effect':
      return {
        effect:
          (await store.findIndexedEffect({ sender, ref, marketAddress })) ??
          (await chain.findEffect({ sender, ref, marketAddress, ...computePeriod({ execution, step, ...lane }) })),
      };
    case 'allowance':
      return { allowance: await readAllowance(chain, sender, marketAddress) };
  }
}

type Period = Pick<EffectQuery, 'fromMs' | 'nowMs' | 'toMs'>;

/** Time in which a step can have taken effect. An unarmed one was armed after its intent was made, and lost. */
function computePeriod({ execution, step, nowMs }: StepInExecution & Pick<LaneWork, 'nowMs'>): Period {
  const sinceMs = step.armedAtMs ?? execution.intent.createdAt.getTime();
  return { fromMs: sinceMs - CLOCK_MARGIN_MS, nowMs, toMs: step.deadlineMs };
}

async function readAllowance(chain: Chain, owner: string, spender: string | null): Promise<bigint | null> {
  if (spender === null) throw new Error('an approval lacks its spender');
  try {
    return await chain.allowance({ owner, spender });
  } catch (error) {
    if (error instanceof ChainUnavailableError) return null;
    throw error;
  }
}
