import { isPublicHost } from './public-host.js';

export const MAX_PUBLIC_URL_LENGTH = 2_048;

/** Scheme, host, optional default port and the rest, in printable ASCII without a backslash. */
const SHAPE = /^https:\/\/(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::443)?(?:[/?#][!-[\]-~]*)?$/i;

/**
 * Whether a URL is public: HTTPS, ASCII, no user info, the default port, and a dotted public host name or a public unicast
 * address. Checks the text as written, because its later readers may normalise differently. Never fetches it.
 */
export function isPublicHttpsUrl(value: string): boolean {
  if (value.length > MAX_PUBLIC_URL_LENGTH || !value.startsWith('https://') || !URL.canParse(value)) return false;
  const host = SHAPE.exec(value)?.[1];
  if (host === undefined) return false;
  const { hostname } = new URL(value);
  if (host.startsWith('[')) return isPublicHost(hostname.slice(1, -1));
  // The parser normalises disguised addresses such as 0x7f.1, 2130706433 and %6c.
  return host.toLowerCase() === hostname && isPublicHost(host);
}
