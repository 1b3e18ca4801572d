import type { Keyset, Page } from '@app/common';
import { ActivityRepository, ExecutionsRepository, type IntentsFilter, IntentsRepository } from '@app/intents';
import { type ExecutionsFilter, ExecutionReportsRepository, LaneSummariesRepository } from '@app/operations';
import type { SqlSession } from '@app/persistence';
import { PreviewContextRepository } from '../../../../libs/intents/src/intents/preview-context.repository.js';
import { PortfolioRepository } from '../../../../libs/agents/src/portfolio/portfolio.repository.js';
import type { Work } from './compare-works.js';
import type { HistoryDatabase } from './history-database.js';
import { agentAddress, agentId, BUSIEST, contractAddress, executionId, intentId } from './history-ids.js';

/** Age of the newest ended execution of the agent. */
const NEWEST = 0;
const LIMIT = 5;

const NO_FILTER: IntentsFilter = {
  agentId: agentId(BUSIEST),
  status: undefined,
  sourceClient: undefined,
  clientRequestId: undefined,
};

function intents(filter: Partial<IntentsFilter> = {}): ListOf {
  return (sql, after) => new IntentsRepository(sql).list({ ...NO_FILTER, ...filter }, { limit: LIMIT, after });
}

function executions(filter: Partial<ExecutionsFilter> = {}): ListOf {
  return (sql, after) =>
    new ExecutionReportsRepository(sql).list(
      { status: undefined, agentId: undefined, ...filter },
      { limit: LIMIT, after },
    );
}

type ListOf = (sql: SqlSession, after: Keyset | null) => Promise<Page<unknown>>;

const LISTS: Readonly<Record<string, ListOf>> = {
  'GET /agent/intents': intents(),
  'GET /agent/intents?status=executed': intents({ status: 'executed' }),
  'GET /agent/intents?status=failed': intents({ status: 'failed' }),
  'GET /agent/intents?status=executing': intents({ status: 'executing' }),
  'GET /agent/intents?source_client': intents({ sourceClient: 'other-client' }),
  'GET /agent/intents?client_request_id': intents({ clientRequestId: 'request-2', sourceClient: 'client' }),
  'GET /agent/activity': (sql, after) => new ActivityRepository(sql).list(agentId(BUSIEST), { limit: LIMIT, after }),
  'GET /ops/lanes': (sql, after) => new LaneSummariesRepository(sql).list({ limit: LIMIT, after }),
  'GET /ops/executions': executions(),
  'GET /ops/executions?status=executed': executions({ status: 'executed' }),
  'GET /ops/executions?status=failed': executions({ status: 'failed' }),
  'GET /ops/executions?status=unknown': executions({ status: 'unknown' }),
  'GET /ops/executions?agent_id': executions({ agentId: agentId(BUSIEST) }),
  'GET /ops/executions?agent_id&status=executed': executions({ agentId: agentId(BUSIEST), status: 'executed' }),
  'GET /ops/executions?agent_id&status=failed': executions({ agentId: agentId(BUSIEST), status: 'failed' }),
  'GET /ops/executions?agent_id&status=queued': executions({ agentId: agentId(BUSIEST), status: 'queued' }),
};

/** Lists of the API, the first page and the next, and reads of single records. */
export const LIST_WORKS: readonly Work[] = [
  ...Object.entries(LISTS).map(([name, list]): Work => ({
    name: `${name}, two pages`,
    run: async ({ database }) => {
      const { next } = await list(database, null);
      if (next !== null) await list(database, next);
    },
  })),
  {
    name: 'GET /agent/intents/{id}/executions',
    run: async ({ database }: HistoryDatabase): Promise<unknown> => {
      const repository = new ExecutionsRepository(database);
      const { items } = await repository.listByIntent(intentId(NEWEST), { limit: LIMIT, after: null });
      return repository.listSteps(items.map(({ id }) => id));
    },
  },
  {
    name: 'GET /agent/intents/{id}',
    run: ({ database }) => new IntentsRepository(database).findPreviewed(intentId(NEWEST)),
  },
  {
    name: 'GET /agent/portfolio/{id}',
    run: ({ database }) => new PortfolioRepository(database).readHoldings(agentId(BUSIEST), agentAddress(BUSIEST)),
  },
  {
    name: 'GET /ops/executions/{id}',
    run: ({ database }) => new ExecutionReportsRepository(database).find(executionId(NEWEST)),
  },
  {
    name: 'facts of a preview',
    run: ({ database }) => new PreviewContextRepository(database).read(REQUEST, 'hash'),
  },
];

const REQUEST: Parameters<PreviewContextRepository['read']>[0] = {
  agentId: agentId(BUSIEST),
  action: 'buy_yes',
  userWallet: agentAddress(BUSIEST),
  marketId: 'market',
  marketContractAddress: contractAddress(2),
  amount: '1',
  minMultiple: null,
  evidence: null,
  outcome: null,
  resolver: null,
  collateralToken: null,
  closeTimestamp: null,
  question: null,
  sourceClient: 'client',
  clientRequestId: 'new',
};
