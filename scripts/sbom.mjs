// npm run sbom: what a deployed product is made of, as CycloneDX JSON on standard output. `--all` adds what builds and
// tests it. Made of package-lock.json alone, so it says the same on every machine.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const { name, version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const scope = process.argv.includes('--all') ? [] : ['--omit=dev'];
const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', ...scope];
const { status, stdout } = spawnSync('npm', [...options, '--loglevel=error'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) process.exit(1);
const bom = JSON.parse(stdout);
// npm calls the product by the folder that it lies in.
Object.assign(bom.metadata.component, {
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
  licenses: [{ license: { id: license } }],
});
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
