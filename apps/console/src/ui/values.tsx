import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Evidence } from '@presage/sdk';
import { serviceNowMs } from '../data/clock.js';
import { relativeTime, sentence, shortened, utcTime } from '../format/text.js';
import { linkTo } from '../routing/route.js';
import { useCopy } from './use-copy.js';

const TICK_INTERVAL_MS = 15_000;

/** Colour of a status. Every badge states the status in text, too. */
const TONES: Readonly<Record<string, string>> = {
  OPEN: 'good',
  active: 'good',
  executed: 'good',
  pass: 'good',
  RESOLVED: 'good',
  SETTLED: 'good',
  preview: 'plain',
  confirmed: 'busy',
  executing: 'busy',
  queued: 'busy',
  submitting: 'busy',
  broadcast: 'busy',
  TRADING_CLOSED: 'busy',
  unknown: 'warn',
  frozen: 'warn',
  PENDING: 'warn',
  leased: 'busy',
  armed: 'busy',
  sent: 'busy',
  mined: 'busy',
  done: 'good',
  refused: 'warn',
  quarantined: 'bad',
  failed: 'bad',
  fail: 'bad',
  disabled: 'bad',
  CANCELLED: 'warn',
  cancelled: 'warn',
};

export function Badge({ status }: { readonly status: string }): JSX.Element {
  return <span class={`badge ${TONES[status] ?? 'plain'}`}>{sentence(status)}</span>;
}

/** Address, hash or id, shortened. A click copies all of it. */
export function Hash({ value }: { readonly value: string | null | undefined }): JSX.Element {
  const { result, copy } = useCopy(value ?? '');
  if (value === null || value === undefined) return <span class="muted">none</span>;
  return (
    <button type="button" class="hash" title={`Copy ${value}`} onClick={copy}>
      {result ?? shortened(value)}
    </button>
  );
}

/** Texts of a resolver. The link shows the address that it leads to. */
export function EvidenceText({ of: evidence }: { readonly of: Evidence | null }): JSX.Element {
  if (evidence === null) return <>none stated</>;
  const { url, sha256, note } = evidence;
  return (
    <>
      <a href={url} rel="noopener noreferrer nofollow ugc">
        <bdi>{url}</bdi>
      </a>
      {note !== null && <bdi> {note}</bdi>} {sha256 !== null && <Hash value={sha256} />}
    </>
  );
}

/** Text that someone chose, of any length and direction of writing. */
export function Name({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <bdi class="name">{children}</bdi>;
}

export function AgentLink({ id }: { readonly id: string }): JSX.Element {
  return (
    <a href={linkTo('agents', id)}>
      <Name>{id}</Name>
    </a>
  );
}

/** Point in time in UTC, and its distance from now by the clock of the service. */
export function Time({ at }: { readonly at: string | null }): JSX.Element {
  const nowMs = useNow();
  if (at === null) return <span class="muted">none</span>;
  return (
    <time dateTime={at}>
      {utcTime(at)} <span class="muted">{relativeTime(at, nowMs)}</span>
    </time>
  );
}

export function CodeLine({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const { result, copy } = useCopy(text);
  return (
    <div class="code-line">
      <pre tabIndex={0} role="group" aria-label={label}>
        <code>{text}</code>
      </pre>
      <button type="button" class="quiet" onClick={copy} aria-label={`Copy: ${label}`}>
        {result ?? 'copy'}
      </button>
    </div>
  );
}

/** Returns the time of the service in ms since the epoch, and renders again as it passes. */
function useNow(): number {
  const [, setTickMs] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTickMs(Date.now()), TICK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return serviceNowMs();
}
