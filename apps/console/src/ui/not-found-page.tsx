import type { JSX } from 'preact';

export function NotFoundPage(): JSX.Element {
  return (
    <>
      <h1>Not found</h1>
      <p>
        This address has no page. <a href="#/markets">See the markets.</a>
      </p>
    </>
  );
}
