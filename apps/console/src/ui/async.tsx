import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { extractCause, PresageError } from '@presage/sdk';

export interface Read<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
}

interface AsyncProps<T> {
  readonly of: Read<T>;
  /** Heading of a page until its content, which has its own, is there. */
  readonly heading?: string;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows the data of a read once it is there, and the refusal if there is none. */
export function Async<T>({ of: { data, error }, heading, children }: AsyncProps<T>): JSX.Element {
  // The page waits for its parts to be read once. A later read of a part hides nothing.
  const isRead = useRef(false);
  isRead.current ||= data !== undefined || error !== null;
  if (data !== undefined) return <>{children(data)}</>;
  return (
    <>
      {heading !== undefined && <h1>{heading}</h1>}
      {error === null ? <p class={isRead.current ? 'muted' : 'muted loading'}>Loading…</p> : <Problem error={error} />}
    </>
  );
}

/** Refusal of the service, with remedies that are no HTTP requests. */
export function Problem({ error }: { readonly error: Error }): JSX.Element {
  const isRefusal = error instanceof PresageError;
  return (
    <div class="notice bad" role="alert">
      <p>
        {isRefusal && <code>{error.code}</code>} {isRefusal ? extractCause(error.summary) : error.message}
      </p>
      {isRefusal && error.details.length > 0 && (
        <ul>
          {error.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {isRefusal && error.nextActions.map((action) => <p key={action}>{action}</p>)}
    </div>
  );
}
