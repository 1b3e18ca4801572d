import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { presage } from '../data/query-client.js';
import type { PageProps } from '../routing/page.js';
import { Async } from '../ui/async.js';
import { Time } from '../ui/values.js';
import { AuditPanel } from './audit-panel.js';
import { ExecutionReportPage } from './execution-report-page.js';
import { ExecutionsPanel } from './executions-panel.js';
import { LanesPanel } from './lanes-panel.js';
import { OverviewPanels } from './overview-panels.js';

const REFRESH_INTERVAL_MS = 3_000;

/** State of the service. It changes nothing: each action is a command to copy. */
export function OperatorPage({ id }: PageProps): JSX.Element {
  return id === null ? <ServiceState /> : <ExecutionReportPage id={id} />;
}

function ServiceState(): JSX.Element {
  const overview = useQuery({
    queryKey: ['ops', 'overview'],
    queryFn: ({ signal }) => presage().request('getOverview', { signal }),
    refetchInterval: REFRESH_INTERVAL_MS,
  });
  return (
    <>
      <h1>Operator</h1>
      <p class="muted">
        Needs an API key of the scope operator, unless only this machine reaches the service. The page changes nothing:
        copy a command and run it where the service runs.
      </p>
      <Async of={overview}>
        {({ overview: state }) => (
          <>
            <p>
              Read <Time at={state.at} />
            </p>
            <div class="grid">
              <OverviewPanels overview={state} />
              <LanesPanel />
              <ExecutionsPanel />
              <AuditPanel />
            </div>
          </>
        )}
      </Async>
    </>
  );
}
