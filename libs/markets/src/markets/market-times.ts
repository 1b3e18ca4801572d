import type { MarketTerms } from './market.entity.js';

/** Returns problems of a new market's times, as sentences for `details`. */
export function marketTimeProblems({ opensAt, closesAt }: Partial<MarketTerms>, now: Date): string[] {
  if (closesAt === undefined) return [];
  return [
    ...(closesAt <= now ? ['closes_at must be in the future'] : []),
    ...(opensAt instanceof Date && opensAt >= closesAt ? ['opens_at must be before closes_at'] : []),
  ];
}
