import { readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGES = path.resolve(import.meta.dirname, '../../packages');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly mcpName?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface ServerDescription {
  readonly name: string;
  readonly version: string;
  readonly packages: readonly { readonly identifier: string; readonly version: string }[];
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(PACKAGES, file), 'utf8')) as T;
}

describe('the manifests of the published packages', () => {
  const [sdk, mcp, cli] = ['sdk', 'mcp', 'cli'].map((name) => read<Manifest>(`${name}/package.json`)) as [
    Manifest,
    Manifest,
    Manifest,
  ];

  it('have one version, that of the product, which they accept of each other', () => {
    const product = read<Manifest>('../package.json');
    expect([product.version, mcp.version, cli.version]).toEqual([sdk.version, sdk.version, sdk.version]);
    const range = `^${sdk.version}`;
    expect(mcp.dependencies).toMatchObject({ '@presage/sdk': range });
    expect(cli.dependencies).toMatchObject({ '@presage/sdk': range, '@presage/mcp': range });
  });

  it('agree with those of the Python package', () => {
    const project = readFileSync(path.join(PACKAGES, 'python/pyproject.toml'), 'utf8');
    const source = readFileSync(path.join(PACKAGES, 'python/src/presage_sdk/_request.py'), 'utf8');
    expect(/^version = "(.*)"$/m.exec(project)?.[1]).toBe(sdk.version);
    expect(/^VERSION = "(.*)"$/m.exec(source)?.[1]).toBe(sdk.version);
  });

  it('agree with the description for the MCP registry', () => {
    const { name, version, packages } = read<ServerDescription>('mcp/server.json');
    expect({ name, version }).toEqual({ name: mcp.mcpName, version: mcp.version });
    expect(packages).toEqual([expect.objectContaining({ identifier: mcp.name, version: mcp.version })]);
  });
});
