/**
 * Escapes every percent sign of a path with malformed percent-encoding. The router can then match the path, and the
 * endpoint answers for the malformed id.
 */
export function escapeMalformedPercent(url: string): string {
  if (!url.includes('%')) return url;
  const path = withoutQuery(url);
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

/** Path of a URL, percent-decoded unless its encoding is malformed. */
export function parsePath(url: string): string {
  const path = withoutQuery(url);
  return isDecodable(path) ? decodeURI(path) : path;
}

function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
