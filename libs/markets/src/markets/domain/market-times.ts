import type { MarketTerms } from './market.js';

/** What is wrong with the times of a market that is to be created now, as whole sentences. */
export function marketTimeProblems({ opensAt, closesAt }: Partial<MarketTerms>, now: Date): string[] {
  if (closesAt === undefined) return [];
  return [
    ...(closesAt <= now ? ['closes_at must be in the future'] : []),
    ...(opensAt instanceof Date && opensAt >= closesAt ? ['opens_at must be before closes_at'] : []),
  ];
}
