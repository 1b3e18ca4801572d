import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { withVersion } from './with-version.js';

const MANIFESTS = ['sdk/package.json', 'mcp/package.json', 'mcp/server.json', 'cli/package.json'];

describe('withVersion', () => {
  it.each(MANIFESTS)('sets every version of the published packages in %s, and nothing else', (file) => {
    const text = readFileSync(path.join(PROJECT_ROOT, 'packages', file), 'utf8');
    const { version }: { version: string } = JSON.parse(text);
    const changed = withVersion(text, '9.8.7');
    expect(changed).not.toBe(text);
    expect(withVersion(changed, version)).toBe(text);
    expect(changed.split('9.8.7')).toHaveLength(text.split(`"${version}"`).length);
    expect(changed.includes('"commander": "9.8.7"')).toBe(false);
  });
});
