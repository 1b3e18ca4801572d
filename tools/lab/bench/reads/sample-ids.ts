/** Agent with more positions than a portfolio shows. */
export const TRADER = 'agent_bench_trader';

/** Ids that exist in a database of any size. */
export interface SampleIds {
  readonly agentId: string;
  readonly marketId: string;
  readonly openMarketId: string;
  readonly userId: string;
  readonly intentId: string;
  readonly onboardingId: string;
  readonly titleWord: string;
}

/** @param number from 1; odd for ids of a resolved market, whose next one is open */
export function sampleIds(number: number): SampleIds {
  const uuid = (group: string, value: number): string =>
    `00000000-0000-4000-${group}-${value.toString(16).padStart(12, '0')}`;
  const suffix = `${number.toString(16).padStart(16, '0')}${'1'.padStart(16, '0')}`;
  return {
    agentId: `agent_bench_${number}`,
    marketId: uuid('8001', number),
    openMarketId: uuid('8001', number + 1),
    userId: uuid('8002', number),
    intentId: `agent_intent_${suffix}`,
    onboardingId: `agent_onboarding_${suffix}`,
    titleWord: `title${number}x`,
  };
}
