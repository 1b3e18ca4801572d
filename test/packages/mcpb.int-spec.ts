import { expect } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly server: {
    readonly mcp_config: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
  };
  readonly user_config: Readonly<Record<string, { readonly default: string }>>;
}

describe('npm run mcpb', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'presage-mcpb-'));
  const manifest = (): Manifest => readJson<Manifest>(path.join(folder, 'manifest.json'));

  beforeAll(() => {
    const bundles = ['one.mcpb', 'two.mcpb'].map((name) => path.join(folder, name));
    for (const file of bundles) {
      const { status, stderr } = spawnSync(process.execPath, ['tools/run.mjs', 'tools/build/mcpb', file], {
        ...{ cwd: PROJECT_ROOT, encoding: 'utf8' },
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    }
    const [one, two] = bundles.map((file) => readFileSync(file)) as [Buffer, Buffer];
    expect(one.equals(two)).toBe(true);
    unpack(one, folder);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('states the version and the licence of the package', () => {
    const { name, version, license } = readJson<Manifest>('packages/mcp/package.json');
    expect(manifest()).toMatchObject({ manifest_version: '0.3', name: 'presage-mcp', version, license });
    expect(`@presage/${manifest().name.replace('presage-', '')}`).toBe(name);
  });

  it('has a server in one file, which needs no packages and lists the tools that the manifest names', async () => {
    const { server, user_config: settings, tools } = manifest();
    const fill = (text: string): string =>
      text
        .replace('${__dirname}', folder)
        .replaceAll(/\$\{user_config\.(\w+)\}/g, (_all, name: string) => settings[name]?.default ?? '');
    const env = Object.fromEntries(Object.entries(server.mcp_config.env).map(([name, value]) => [name, fill(value)]));
    expect(env).toEqual({ PRESAGE_URL: 'http://127.0.0.1:4000', PRESAGE_API_KEY: '' });
    const client = new Client({ name: 'test', version: '1' });
    const args = server.mcp_config.args.map(fill);
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: folder }));
    const listed = (await client.listTools()).tools.map(({ name, description }) => ({ name, description }));
    expect(client.getServerVersion()).toMatchObject({ name: 'presage', version: manifest().version });
    await client.close();
    expect(tools).toEqual(listed);
  });
});

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** Writes the entries of a ZIP archive, read from its central directory. */
function unpack(zip: Buffer, folder: string): void {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  let place = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < zip.readUInt16LE(end + 10); entry += 1) {
    expect(zip.readUInt32LE(place)).toBe(0x02014b50);
    const nameLength = zip.readUInt16LE(place + 28);
    const name = zip.toString('utf8', place + 46, place + 46 + nameLength);
    const start = zip.readUInt32LE(place + 42) + 30 + nameLength;
    const content = inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(place + 20)));
    expect([crc32(content), content.length]).toEqual([zip.readUInt32LE(place + 16), zip.readUInt32LE(place + 24)]);
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
    place += 46 + nameLength;
  }
}
