import { EventsRepository } from '@app/events';
import { DiscoveryRepository, MarketsRepository } from '@app/markets';
import { Metrics } from '@app/observability';
import { type Database, type SqlSession } from '@app/persistence';
import { DeliveriesRepository } from '../../../../apps/webhooks/src/delivery/deliveries.repository.js';
import { WebhookGauges } from '../../../../apps/webhooks/src/webhook-gauges.js';
import { DISCOVERY_LISTS } from '../../../../test/support/discovery/lists.js';
import { similarTo } from '../../../../test/support/discovery/seed-markets.js';
import type { Work } from './compare-works.js';
import type { HistoryDatabase } from './history-database.js';
import { agentId, contractAddress, laneId } from './history-ids.js';
import { rolledBack } from './rolled-back.js';
import { crowdAgent, crowdWebhook, LIMITED_WALLET } from './seed-crowd.js';

const MAX_REFERENCES = 5;
const LEASE_MS = 60_000;
const PLACES = 100;
/** Wallet with limits of its own, no unfinished execution, and none that the index lacks. */
const LIMITED_AGENT = 500;

function write(name: string, run: (tx: SqlSession) => Promise<unknown>): Work {
  return { name, maxReferences: MAX_REFERENCES, run: ({ database }) => rolledBack(database, run) };
}

const checkBudget = (wallet: number) => (tx: SqlSession) =>
  tx.query('SELECT check_budget($1, $2, 1)', [laneId(wallet), contractAddress(1)]);

/** An intent's first event. */
const preview = (agent: string) => (tx: SqlSession) =>
  tx.query(
    `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
     VALUES ('agent_intent_crowd', $1, 'buy_yes', 'preview', '0x', 'm', 'h')`,
    [agent],
  );

const PAGE = { limit: 50, after: null };
/** About a tenth of the pages of all markets. */
const MAX_LISTED_PAGES = 15_000;
const discovery = (database: Database): DiscoveryRepository => new DiscoveryRepository(database);

/** Work for one account, agent or wallet beside very many others. */
export const CROWD_WORKS: readonly Work[] = [
  write('webhooks: claim', (tx) => new DeliveriesRepository(tx).claim('pending events', PLACES, LEASE_MS)),
  write('webhooks: claim after failures', (tx) => new DeliveriesRepository(tx).claim('backoff', PLACES, LEASE_MS)),
  write('webhooks: list pending logs', (tx) => new DeliveriesRepository(tx).listPending(crowdWebhook(1))),
  write('webhooks: expire events', (tx) => new EventsRepository(tx).deleteExpired(90, 1_000)),
  write('webhooks: append an event of an account with 20', preview(crowdAgent(1))),
  write('webhooks: append an event of an account without', preview(agentId(LIMITED_AGENT))),
  {
    name: 'webhooks: scrape',
    maxReferences: MAX_REFERENCES,
    run: ({ database }: HistoryDatabase): Promise<string> => {
      const metrics = Metrics.off();
      new WebhookGauges(database, metrics);
      return metrics.text();
    },
  },
  write('budget of an agent beside unindexed executions', checkBudget(LIMITED_AGENT)),
  write('budget of an account with idle wallets', checkBudget(LIMITED_WALLET)),
  ...DISCOVERY_LISTS.map(({ sort, ...filter }): Work => ({
    name: `GET /markets ${JSON.stringify({ ...filter, sort })}`,
    maxPages: MAX_LISTED_PAGES,
    maxReferences: MAX_REFERENCES,
    run: ({ database }) => new MarketsRepository(database).listMarkets({ ...filter, sort, page: PAGE }),
  })),
  {
    name: 'GET /markets/facets',
    maxReferences: MAX_REFERENCES,
    run: ({ database }) => discovery(database).countFacets(),
  },
  {
    name: 'GET /markets/{id}/similar',
    maxPages: MAX_LISTED_PAGES,
    maxReferences: MAX_REFERENCES,
    run: ({ database }) => discovery(database).listSimilar(similarTo()),
  },
];
