export const AGENT_LOG_PREFIX = 'agent:';

export function agentLog(agentId: string): string {
  return AGENT_LOG_PREFIX + agentId;
}

/** Name of the log of a market. @param marketId id of the market's record, lower-case */
export function marketLog(marketId: string): string {
  return `market:${marketId}`;
}
