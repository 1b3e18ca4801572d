/** Packages that depend on each other by their exact version. */
const OWN = ['@presage/sdk', 'presage-mcp'];

/** Replaces the version in a manifest: its own, and those of the other published packages. */
export function withVersion(manifest: string, version: string): string {
  const names = ['version', ...OWN].join('|');
  return manifest.replaceAll(new RegExp(`^(\\s*"(?:${names})": ")\\d[^"]*(",?)$`, 'gm'), `$1${version}$2`);
}
