import { AgentsPage } from './agents/agents-page.js';
import { BuildPage } from './build/build-page.js';
import { IntentsPage } from './intents/intents-page.js';
import { MarketsPage } from './markets/markets-page.js';
import { OperatorPage } from './operator/operator-page.js';
import type { Page } from './routing/page.js';

/** Pages by the first part of their address, in the order of the navigation. */
export const PAGES: Readonly<Record<string, Page>> = {
  markets: { title: 'Markets', component: MarketsPage },
  agents: { title: 'Agents', component: AgentsPage },
  intents: { title: 'Intents', component: IntentsPage },
  build: { title: 'Build', component: BuildPage },
  operator: { title: 'Operator', component: OperatorPage },
};
