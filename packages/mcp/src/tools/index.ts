import { freezeAgent, getBudget, setupAgent } from './agent-tools.js';
import { findMarkets, getMarket, quoteBet } from './market-tools.js';
import { getBriefing, listEvents } from './overview-tools.js';
import { cancelIntent, executeIntent, getIntent, previewAction } from './trade-tools.js';

export const TOOLS = [
  ...[findMarkets, getMarket, quoteBet, getIntent, listEvents, getBriefing],
  ...[setupAgent, previewAction, executeIntent, cancelIntent, freezeAgent, getBudget],
] as const;
