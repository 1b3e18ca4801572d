import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { TOOLS } from '../../packages/mcp/src/tools/index.js';
import { createCommand } from '../support/cli.js';

interface PackageJson {
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly homepage: string;
  readonly engines: { readonly node: string };
}

const ENTRY = 'server/index.mjs';
/** The server reads its version from it, beside its folder. */
const PACKAGE = readFileSync(path.join(PROJECT_ROOT, 'packages/mcp/package.json'));
const { version, description, keywords, license, engines, homepage }: PackageJson = JSON.parse(PACKAGE.toString());

const MANIFEST = {
  ...{ manifest_version: '0.3', name: 'presage-mcp', display_name: 'Presage', version, description, license, keywords },
  ...{ homepage, author: { name: 'The Presage authors' }, compatibility: { runtimes: { node: engines.node } } },
  server: {
    type: 'node',
    entry_point: ENTRY,
    mcp_config: {
      command: 'node',
      args: [`\${__dirname}/${ENTRY}`],
      env: { PRESAGE_URL: '${user_config.url}', PRESAGE_API_KEY: '${user_config.api_key}' },
    },
  },
  tools: TOOLS.map(({ name, description: purpose }) => ({ name, description: purpose })),
  user_config: {
    url: {
      ...{ type: 'string', title: 'Address', description: 'Address of the Presage service' },
      default: 'http://127.0.0.1:4000',
    },
    api_key: {
      ...{ type: 'string', title: 'API key', description: 'Empty where the service requires none' },
      ...{ sensitive: true, default: '' },
    },
  },
};

createCommand('mcpb', 'Builds the MCP server as one file for desktop clients: dist/presage-mcp.mcpb.')
  .argument('[file]', 'where to write it', path.join(PROJECT_ROOT, 'dist/presage-mcp.mcpb'))
  .action(async (file: string) => {
    const { outputFiles } = await build({
      ...{ entryPoints: ['packages/mcp/src/main.ts'], absWorkingDir: PROJECT_ROOT, outfile: ENTRY, write: false },
      ...{ bundle: true, platform: 'node', target: 'node20', format: 'esm', legalComments: 'external' },
      alias: { '@presage/sdk': path.join(PROJECT_ROOT, 'packages/sdk/src/index.ts') },
      logLevel: 'error',
    });
    const bundled = outputFiles.map((one) => [`server/${path.basename(one.path)}`, Buffer.from(one.contents)] as const);
    const manifest = Buffer.from(`${JSON.stringify(MANIFEST, null, 2)}\n`);
    const text = readFileSync(path.join(PROJECT_ROOT, 'LICENSE'));
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    writeFileSync(file, toZip([['manifest.json', manifest], ['package.json', PACKAGE], ['LICENSE', text], ...bundled]));
    console.log(`[mcpb] wrote ${file}`);
  })
  .parse();

/** ZIP archive with a fixed time: the same sources give the same bytes. */
function toZip(entries: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0); // version 2.0
    fields.writeUInt16LE(8, 4); // deflated
    fields.writeUInt16LE(0x21, 8); // 1980-01-01
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, place, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  for (const place of [4, 6]) end.writeUInt16LE(entries.length, place);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\u0005\u0006'), end]);
}
