import type { Tool } from '../tool.js';
import { freezeAgent, getBudget, setupAgent } from './agent-tools.js';
import { findMarkets, getMarket, quoteBet } from './market-tools.js';
import { getBriefing, listEvents } from './overview-tools.js';
import { cancelIntent, executeIntent, getIntent, previewAction } from './trade-tools.js';

export const TOOLS: readonly Tool[] = [
  ...[findMarkets, getMarket, quoteBet, getIntent, listEvents, getBriefing],
  ...[setupAgent, previewAction, executeIntent, cancelIntent, freezeAgent, getBudget],
];
