import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PresageEvent } from '@presage/sdk';
import { money } from '../format/decimal.js';
import { sentence } from '../format/text.js';
import { linkTo } from '../routing/route.js';
import { DataTable } from './parts.js';
import { Time } from './values.js';

const FOLDED_EVENTS = 10;

export function EventList({ events }: { readonly events: readonly PresageEvent[] }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <EventTable events={isOpen ? events : events.slice(0, FOLDED_EVENTS)} />
      {events.length > FOLDED_EVENTS && (
        <button type="button" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? 'Show fewer events' : `Show ${events.length - FOLDED_EVENTS} older events`}
        </button>
      )}
    </>
  );
}

function EventTable({ events }: { readonly events: readonly PresageEvent[] }): JSX.Element {
  return (
    <DataTable
      label="Events"
      rows={events}
      keyOf={({ seq }) => String(seq)}
      empty="No events yet."
      columns={[
        { name: 'Seq', cell: ({ seq }) => seq },
        { name: 'Event', cell: ({ type }) => sentence(type) },
        { name: 'Subject', cell: (event) => <Subject event={event} /> },
        { name: 'Details', cell: ({ data }) => describeDetails(data) },
        { name: 'Time', cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  );
}

function Subject({ event: { subject, data } }: { readonly event: PresageEvent }): JSX.Element {
  const intentId = subject.kind === 'intent' ? subject.id : data.intent_id;
  if (typeof intentId === 'string') return <a href={linkTo('intents', intentId)}>intent</a>;
  const marketId = data.core_market_id;
  return typeof marketId === 'string' ? <a href={linkTo('markets', marketId)}>market</a> : <>{subject.kind}</>;
}

function describeDetails({ action, outcome, winning_outcome, amount, failure_reason }: PresageEvent['data']): string {
  const stake = typeof amount === 'string' ? money(amount) : null;
  const words = [action, outcome, winning_outcome, stake, failure_reason];
  return words.filter((word) => typeof word === 'string').join(' ');
}
