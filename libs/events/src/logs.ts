/** Name of the log of an agent. */
export function agentLog(agentId: string): string {
  return `agent:${agentId}`;
}

/** Name of the log of a market. @param marketId id of the market's record, lower-case */
export function marketLog(marketId: string): string {
  return `market:${marketId}`;
}
