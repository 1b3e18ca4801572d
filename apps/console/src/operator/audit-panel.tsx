import type { JSX } from 'preact';
import { usePages } from '../data/use-pages.js';
import { presage } from '../data/query-client.js';
import { PagedTable, Panel } from '../ui/parts.js';
import { Badge, Time } from '../ui/values.js';

const PAGE_SIZE = 20;
const REFRESH_INTERVAL_MS = 5_000;

/** Commands of operators that changed something, newest first. */
export function AuditPanel(): JSX.Element {
  const audit = usePages(
    ['ops', 'audit'],
    (cursor, signal) => presage().request('listAuditLog', { query: { limit: PAGE_SIZE, cursor }, signal }),
    { refetchInterval: REFRESH_INTERVAL_MS },
  );
  return (
    <Panel title="Audit log" wide>
      <PagedTable
        query={audit}
        label="Audit log"
        rowsOf={(pages) => pages.flatMap((page) => page.entries)}
        keyOf={({ id }) => id}
        empty="No command has changed anything."
        columns={[
          { name: 'Time', cell: ({ at }) => <Time at={at} /> },
          { name: 'Operator', cell: ({ actor }) => actor },
          { name: 'Command', cell: (entry) => <code>{[entry.command, ...entry.arguments].join(' ')}</code> },
          { name: 'Outcome', cell: ({ outcome }) => <Badge status={outcome} /> },
          { name: 'Detail', cell: ({ detail }) => (detail === '' ? '–' : detail) },
        ]}
      />
    </Panel>
  );
}
