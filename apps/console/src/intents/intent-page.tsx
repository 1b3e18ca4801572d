import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import type { Intent } from '@presage/sdk';
import { usePages } from '../data/use-pages.js';
import { presage } from '../data/query-client.js';
import { useEvents } from '../data/use-events.js';
import { grouped, money } from '../format/decimal.js';
import { sentence } from '../format/text.js';
import { linkTo, useTitle } from '../routing/route.js';
import { Async } from '../ui/async.js';
import { EventList } from '../ui/event-list.js';
import { Facts, More, Panel } from '../ui/parts.js';
import { Badge, EvidenceText, Hash, Time } from '../ui/values.js';
import { ChecksPanel } from './checks-panel.js';
import { ExecutionSteps } from './execution-steps.js';
import { NextStep } from './next-step.js';
import { chooseRefreshInterval } from './unfinished.js';

const PAGE_SIZE = 20;

/** The way of one intent: preview, plan, executions, values read back from the chain. */
export function IntentPage({ id }: { readonly id: string }): JSX.Element {
  const path = { intent_id: id };
  const intent = useQuery({
    queryKey: ['intent', id],
    queryFn: ({ signal }) => presage().request('getIntent', { path, signal }),
  });
  const executions = usePages(
    ['executions', id],
    (cursor, signal) => presage().request('listExecutions', { path, query: { limit: PAGE_SIZE, cursor }, signal }),
    { refetchInterval: ({ state }) => chooseRefreshInterval(state.data?.pages[0]?.executions[0]) },
  );
  const agentId = intent.data?.intent.agent_id;
  const newest = executions.data?.pages[0]?.executions[0];
  const events = useEvents(agentId === undefined ? null : { agentId });
  const own = (events ?? []).filter(({ subject, data }) => subject.id === id || data.intent_id === id);
  return (
    <Async of={intent} heading="Intent">
      {({ intent: one, planned_calls }) => (
        <>
          <IntentHead intent={one} contract={one.market_contract_address ?? newest?.market_contract_address ?? null} />
          <div class="grid">
            <ol class="timeline panel">
              <li class="step done">
                <ChecksPanel intent={one} />
              </li>
              <NextStep intent={one} plannedCalls={planned_calls} execution={newest ?? null} />
              {executions.hasNextPage && (
                <li class="step">
                  <More query={executions} text="Show earlier attempts" />
                </li>
              )}
              <Async of={executions}>
                {({ pages }) => (
                  <>
                    {pages
                      .flatMap((page) => page.executions)
                      .toReversed()
                      .map((execution) => (
                        <ExecutionSteps key={execution.execution_id} execution={execution} />
                      ))}
                  </>
                )}
              </Async>
            </ol>
            <Panel title="Fields">
              <Facts rows={listFields(one)} />
            </Panel>
            <Panel title="Events" wide>
              <EventList events={own} />
            </Panel>
          </div>
        </>
      )}
    </Async>
  );
}

interface IntentHeadProps {
  readonly intent: Intent;
  /** Address of the market. Null before it is created. */
  readonly contract: string | null;
}

function IntentHead({ intent, contract }: IntentHeadProps): JSX.Element {
  useTitle(`${sentence(intent.action)}, ${intent.market_id}`);
  return (
    <div class="head">
      <h1>{sentence(intent.action)}</h1>
      <p>
        <Badge status={intent.status} /> <Hash value={intent.intent_id} />
      </p>
      <p>
        <a href={linkTo('agents', intent.agent_id)}>{intent.agent_id}</a> ·{' '}
        <MarketLink name={intent.market_id} contract={contract} />
        {intent.amount !== null && <strong> · {money(intent.amount)}</strong>}
      </p>
    </div>
  );
}

interface MarketLinkProps {
  readonly name: string;
  readonly contract: string | null;
}

/** Name of a market, which is a link once the index has the market. */
function MarketLink({ name, contract }: MarketLinkProps): JSX.Element {
  const { data } = useQuery({
    queryKey: ['market of contract', contract],
    queryFn: ({ signal }) =>
      presage().request('listMarkets', { query: { market_contract_address: contract ?? '' }, signal }),
    enabled: contract !== null,
  });
  const market = data?.markets[0];
  return market === undefined ? (
    <bdi>{name}</bdi>
  ) : (
    <a href={linkTo('markets', market.id)}>
      <bdi>{name}</bdi>
    </a>
  );
}

function listFields(intent: Intent): (readonly [string, JSX.Element | string])[] {
  const { question, outcome, evidence, close_timestamp, min_multiple } = intent;
  return [
    ...(question === null ? [] : [['Question', <bdi>{question}</bdi>] as const]),
    ...(outcome === null ? [] : [['Outcome', outcome] as const]),
    ...(evidence === null ? [] : [['Evidence', <EvidenceText of={evidence} />] as const]),
    ...(close_timestamp === null ? [] : [['Buying ends', <Time at={close_timestamp} />] as const]),
    ...(min_multiple === null ? [] : [['Minimum multiple', `${grouped(min_multiple)} ×`] as const]),
    ['Market contract', <Hash value={intent.market_contract_address} />],
    ['Agent wallet', <Hash value={intent.agent_wallet_address} />],
    ['Client', intent.source_client ?? 'none'],
    ['Idempotency key', intent.client_request_id ?? 'none'],
    ['Created', <Time at={intent.created_at} />],
    ['Confirmed', <Time at={intent.confirmed_at} />],
    ['Executed', <Time at={intent.executed_at} />],
  ];
}
