// npm run sbom: what a deployed product is made of, as CycloneDX JSON on standard output. `--all` adds what builds and
// tests it. Made of package-lock.json alone, so it lists the same on every machine.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from './options.mjs';

const root = path.resolve(import.meta.dirname, '..');
const values = readOptions('sbom', { all: { type: 'boolean', default: false } });
const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { name, version, license } = readJson('package.json');
const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
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
if (!values.all) keepShipped(bom);
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);

/** npm's own --omit=dev leaves out what the product needs as soon as a development package needs it too. */
function keepShipped(bill) {
  const { packages } = readJson('package-lock.json');
  const shipped = new Set(
    Object.entries(packages)
      .filter(([place, { dev }]) => place !== '' && dev !== true)
      // An alias is called now by the one name and now by the other.
      .flatMap(([place, entry]) =>
        [place.replace(/^.*node_modules\//, ''), entry.name].map((own) => `${own}@${entry.version}`),
      ),
  );
  const isShipped = (ref) => shipped.has(ref) || ref === bill.metadata.component['bom-ref'];
  bill.components = bill.components.filter((component) => isShipped(component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isShipped(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
}
