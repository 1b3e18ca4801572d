import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import type { Market, ResolutionTerms } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { Facts, Panel } from '../ui/parts.js';
import { EvidenceText, Hash, Time } from '../ui/values.js';

/** Resolver of a market, times of its states, and conflicts of interest. */
export function TermsPanel({
  market: { id, resolution_terms: terms, resolved_at, winning_outcome },
}: {
  readonly market: Market;
}): JSX.Element {
  const conflicts = listConflicts(terms);
  const { data } = useQuery({
    queryKey: ['resolution', id],
    queryFn: ({ signal }) => presage().request('getResolution', { path: { market_id: id }, signal }),
    enabled: winning_outcome !== null,
  });
  return (
    <Panel title="Resolution terms">
      {conflicts.length > 0 && (
        <div class="notice warn">
          <p>
            <strong>Conflict of interest</strong>
          </p>
          <ul>
            {conflicts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <Facts
        rows={[
          ['Source', terms.source ?? 'none stated'],
          ['Resolver', <Hash value={terms.resolver} />],
          ['Resolver created the market', answerTo(terms.resolver_is_creator)],
          ['Resolver holds a position', answerTo(terms.resolver_holds_position)],
          ['Creator holds a position', answerTo(terms.creator_holds_position)],
          ['Closable from', <Time at={terms.closable_at} />],
          ['Resolvable from', <Time at={terms.resolvable_at} />],
          ['Cancellable by anyone from', <Time at={terms.cancellable_by_anyone_at} />],
          [terms.overdue === true ? 'Due (overdue)' : 'Due', <Time at={terms.due_at} />],
          ['Resolved', <Time at={resolved_at} />],
          ['Evidence', <EvidenceText of={data?.resolution.evidence ?? null} />],
        ]}
      />
    </Panel>
  );
}

function listConflicts({ resolver_holds_position, creator_holds_position }: ResolutionTerms): string[] {
  return [
    ...(resolver_holds_position === true ? ['The resolver holds a position in this market.'] : []),
    ...(creator_holds_position === true ? ['The creator, who can cancel the market, holds a position in it.'] : []),
  ];
}

function answerTo(isTrue: boolean | null): string {
  if (isTrue === null) return 'unknown';
  return isTrue ? 'yes' : 'no';
}
