import type { OperationDescription } from '../../openapi/describe.decorator.js';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';
import { ACTIVITY_ITEM } from '../presenters/execution.shape.js';
import { PORTFOLIO } from '../presenters/portfolio.shape.js';

export const PORTFOLIO_DOCS = {
  readPortfolio: {
    id: 'getPortfolio',
    tag: 'Agent records',
    summary: 'Read what an agent holds',
    answers: { 200: { what: 'The portfolio.', shape: wire.object({ portfolio: PORTFOLIO }) } },
    failures: ['agent_wallet_not_found', 'agent_portfolio_get_failed'],
  },
  readActivity: {
    id: 'listActivity',
    tag: 'Agent records',
    summary: 'List what an agent did',
    details: 'Intents and executions together, newest first; empty for an agent that nobody knows.',
    answers: {
      200: {
        what: 'A page of activity.',
        shape: wire.object({
          activity: wire.object({
            agent_id: wire.text('The agent.', EXAMPLE.agentId),
            items: wire.list(ACTIVITY_ITEM, 'The activity.'),
            next_cursor: wire.nextCursor(),
          }),
        }),
      },
    },
    failures: ['agent_activity_get_failed'],
  },
} as const satisfies Record<string, OperationDescription>;
