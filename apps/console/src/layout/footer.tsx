import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { HEALTH_QUERY } from './connection-notice.js';

/** Shows the version of the API process that answered last. */
export function Footer(): JSX.Element {
  const { data } = useQuery(HEALTH_QUERY);
  return <footer class="muted">Presage {data?.version}</footer>;
}
