import { type Intent, type PortfolioPosition, type Presage, PresageError, type PresageEvent } from '@presage/sdk';
import { ID, input, INTEGER, list, nullable, object, pick, TEXT, UNTRUSTED } from '../schema.js';
import type { Tool } from '../tool.js';
import { AGENT, BALANCES, EVENT, eventView } from '../views.js';
import { BUDGET_RULES, readBalances, readBudget } from './agent-tools.js';

const DEFAULT_EVENTS = 20;
const MAX_EVENTS = 50;
const MAX_POSITIONS = 20;
/** `source_client` of automatic claims, which need nothing of the agent. */
const AUTO_CLAIM_CLIENT = 'presage_auto_claim';
/** Of each status, the most that one page can have. */
const MAX_UNFINISHED = 50;
const UNFINISHED = ['preview', 'confirmed', 'executing'] as const;

export const listEvents: Tool<{ agent_id: string; after?: number; limit?: number }> = {
  name: 'list_events',
  title: 'List events',
  description: 'Lists the events of an agent after a seq, in order and without gaps.',
  kind: 'read',
  input: input(
    {
      agent_id: ID,
      after: { type: 'integer', minimum: 0, description: 'seq of the last known event' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_EVENTS },
    },
    'agent_id',
  ),
  output: object({ events: list(EVENT), next_after: INTEGER }),
  run: async ({ agent_id, after = 0, limit = DEFAULT_EVENTS }, { presage, signal }) => {
    const events = await readEvents(presage, { agentId: agent_id, after, limit, signal });
    return { events: events.map(eventView), next_after: events.at(-1)?.seq ?? after };
  },
};

export const getBriefing: Tool<{ agent_id: string; since?: number }> = {
  name: 'get_briefing',
  title: 'Get a briefing',
  description:
    'Returns the balances of an agent (null if the custody reports none), limits, positions, what it can claim, newest unfinished intents, events after since, and what to do next.',
  kind: 'read',
  input: input(
    { agent_id: ID, since: { type: 'integer', minimum: 0, description: 'seq of the last known event' } },
    'agent_id',
  ),
  output: object({
    agent: AGENT,
    balances: nullable(BALANCES),
    budget: BUDGET_RULES,
    positions: list(
      object({
        ...pick('PortfolioPosition', 'market_contract_address', 'market_status', 'outcome', 'cost', 'current_value'),
        ...pick('PortfolioPosition', 'claimable', 'refundable', 'claim_action'),
        by: TEXT,
        ...UNTRUSTED,
      }),
    ),
    unfinished_intents: list(object(pick('Intent', 'intent_id', 'action', 'status', 'amount'))),
    events: nullable(list(EVENT)),
    next_actions: list(object({ tool: TEXT, arguments: { type: 'object' }, reason: TEXT })),
  }),
  run: async ({ agent_id, since }, { presage, signal }) => {
    const path = { agent_id };
    const [{ agent_wallet: agent }, balances, budget, { portfolio }, unfinished, events] = await Promise.all([
      presage.request('getWallet', { path, signal }),
      readBalances(presage, agent_id, signal),
      readBudget(presage, agent_id, signal),
      presage.request('getPortfolio', { path, signal }),
      readUnfinished(presage, agent_id, signal),
      since === undefined ? null : findEvents(presage, { agentId: agent_id, after: since, signal }),
    ]);
    const isClaimed = agent.policy_metadata.auto_claim;
    const claims = isClaimed ? [] : portfolio.positions.filter(({ claim_action }) => claim_action !== null);
    const ofAgent = unfinished.filter(({ source_client }) => source_client !== AUTO_CLAIM_CLIENT);
    return {
      agent,
      balances,
      budget,
      positions: portfolio.positions.slice(0, MAX_POSITIONS).map((position) => ({
        ...position,
        ...(isClaimed && position.claim_action !== null && { by: 'auto_claim' }),
        untrusted_text: { name: position.market_id },
      })),
      unfinished_intents: unfinished,
      events: events?.map(eventView) ?? null,
      next_actions: [
        ...claims.map((position) => toClaimCall(agent_id, position)),
        ...ofAgent.map(({ intent_id, status }) => ({
          tool: 'get_intent',
          arguments: { intent_id },
          reason: `It is ${status}. Execute it or cancel it.`,
        })),
      ],
    };
  },
};

function toClaimCall(agent_id: string, { claim_action, market_contract_address }: PortfolioPosition): object {
  return {
    tool: 'preview_action',
    arguments: {
      agent_id,
      action: claim_action,
      market: market_contract_address,
      purpose: `${claim_action} ${market_contract_address}`,
    },
    reason: 'The market owes this agent.',
  };
}

/** The newest unfinished intents of each status. */
async function readUnfinished(presage: Presage, agent_id: string, signal: AbortSignal): Promise<Intent[]> {
  const read = (status: Intent['status']) =>
    presage.request('listIntents', { query: { agent_id, status, limit: MAX_UNFINISHED }, signal });
  return (await Promise.all(UNFINISHED.map(read))).flatMap(({ intents }) => intents);
}

interface EventRange {
  readonly agentId: string;
  readonly after: number;
  readonly limit?: number;
  readonly signal: AbortSignal;
}

async function readEvents(presage: Presage, range: EventRange): Promise<PresageEvent[]> {
  const { limit = DEFAULT_EVENTS, ...query } = range;
  const events: PresageEvent[] = [];
  for await (const event of presage.events({ ...query, follow: false })) {
    events.push(event);
    if (events.length === limit) break;
  }
  return events;
}

/** Null where the service keeps no event log. */
async function findEvents(presage: Presage, range: EventRange): Promise<PresageEvent[] | null> {
  try {
    return await readEvents(presage, range);
  } catch (error) {
    if (error instanceof PresageError && error.code === 'not_found') return null;
    throw error;
  }
}
