import type { JSX } from 'preact';
import type { Overview } from '@presage/sdk';
import { Facts, type FactRow, Panel } from '../ui/parts.js';
import { Time } from '../ui/values.js';
import { LINES } from './commands.js';
import { duration } from './duration.js';
import { OpsCommand } from './ops-command.js';
import { PausesPanel } from './pauses-panel.js';

export function OverviewPanels({ overview }: { readonly overview: Overview }): JSX.Element {
  return (
    <>
      <Alarms overview={overview} />
      <Panel title="Lanes by state">
        <Facts rows={laneRows(overview)} />
      </Panel>
      <Panel title="Unfinished executions">
        <Facts rows={executionRows(overview)} />
      </Panel>
      <Panel title="Wallet provider">
        <Facts rows={providerRows(overview)} />
      </Panel>
      <Panel title="Index">
        <Facts rows={indexRows(overview)} />
        <Facts
          rows={[
            ['The same in a terminal', <OpsCommand words={LINES.showIndex()} />],
            [
              'Delete the read models and index again; reads are incomplete meanwhile',
              <OpsCommand words={LINES.rebuildIndex()} />,
            ],
            ['Verify all records', <OpsCommand words={LINES.verify()} />],
          ]}
        />
      </Panel>
      <Panel title="Queue and workers">
        <Facts rows={queueRows(overview)} />
        <QueueDashboard url={overview.queue.dashboard_url} />
      </Panel>
      <PausesPanel overview={overview} />
    </>
  );
}

function Alarms({ overview: { lanes, provider, workers } }: { readonly overview: Overview }): JSX.Element | null {
  const alarms = [
    ...(workers.alive === 0 ? ['No worker has reported within the last minute.'] : []),
    ...(provider.breaker_open ? ['The wallet provider rejects the credentials. Nothing is sent.'] : []),
    ...(lanes.stopped_since === null ? [] : ['No lane is served: the database was restored or failed over.']),
    ...(lanes.quarantined === 0
      ? []
      : [lanes.quarantined === 1 ? '1 lane is quarantined.' : `${lanes.quarantined} lanes are quarantined.`]),
  ];
  if (alarms.length === 0) return null;
  return (
    <ul class="notice bad wide">
      {alarms.map((alarm) => (
        <li key={alarm}>{alarm}</li>
      ))}
    </ul>
  );
}

function laneRows({ lanes }: Overview): FactRow[] {
  return [
    ['Due', lanes.due],
    ['Leased by a worker', lanes.leased],
    ['Waiting', lanes.waiting],
    ['Quarantined', lanes.quarantined],
    ['Stopped since', lanes.stopped_since === null ? 'not stopped' : <Time at={lanes.stopped_since} />],
    ...(lanes.stopped_since === null ? [] : [['Recover', <OpsCommand words={LINES.restored()} />] as const]),
  ];
}

function executionRows({ executions }: Overview): FactRow[] {
  return [
    ['Queued', executions.queued],
    ['Submitting', executions.submitting],
    ['Broadcast', executions.broadcast],
    ['Unknown', executions.unknown],
    ['Oldest not picked up', formatAge(executions.oldest_untouched_ms)],
    ['Oldest unknown', formatAge(executions.oldest_unknown_ms)],
  ];
}

function formatAge(ms: number): string {
  return ms === 0 ? 'none' : duration(ms);
}

function providerRows({ provider }: Overview): FactRow[] {
  return [
    ['Credentials', provider.configured ? 'a worker has them' : 'no live worker has them'],
    ['Breaker', provider.breaker_open ? 'open' : 'closed'],
    ...(provider.probe_at === null ? [] : [['Next probe', <Time at={provider.probe_at} />] as const]),
    ['Wait for the rate limit', duration(provider.debt_ms)],
  ];
}

function indexRows({ index }: Overview): FactRow[] {
  return [
    ['Indexed block', index.block ?? 'none'],
    ['Newest block', index.head_block ?? 'none'],
    ['Blocks behind', index.lag_blocks ?? 'not known'],
    ['Last poll', `${duration(index.last_poll_age_ms)} ago`],
    ['Indexed by a worker', index.has_leader ? 'yes' : 'no'],
  ];
}

function queueRows({ queue, workers }: Overview): FactRow[] {
  return [
    ['Workers alive', workers.alive],
    ['Waiting jobs of lanes', queue.lane_jobs ?? 'the queue does not answer'],
    ['Waiting jobs of tasks', queue.task_jobs ?? 'the queue does not answer'],
    ['Due tasks', queue.tasks_due],
  ];
}

/** Workers serve bull-board in the private network, so the link is there only where the API knows its address. */
function QueueDashboard({ url }: { readonly url: string | null }): JSX.Element {
  const place =
    url === null ? (
      <>
        bull-board, at <code>/queues</code> of each worker’s <code>WORKER_PORT</code>
      </>
    ) : (
      <a href={url}>bull-board</a>
    );
  return <p>Jobs: {place}</p>;
}
