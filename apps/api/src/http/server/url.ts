/**
 * Makes a URL whose path has broken percent-encoding routable: the percent signs then stand for themselves, so that the
 * path reaches the endpoint it names, which judges the odd id like any other malformed one.
 */
export function escapeMalformedPercent(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

/** The path of a URL, decoded where it can be. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  return isDecodable(path) ? decodeURI(path) : path;
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
