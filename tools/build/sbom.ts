import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { createCommand } from '../support/cli.js';
import { listLockedPackages } from '../support/package-lock.js';

interface Component {
  readonly 'bom-ref': string;
}

interface Bom {
  readonly metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Prints CycloneDX JSON. The source is package-lock.json, so the result is the same on every platform. */
createCommand('sbom', 'Prints the bill of materials of a deployed product as CycloneDX JSON.')
  .option('--all', 'include the packages that build and test the product')
  .action((options: { all?: boolean }) => {
    const bom = createBom();
    nameProduct(bom);
    if (options.all !== true) removeDevelopmentPackages(bom);
    process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
  })
  .parse();

function createBom(): Bom {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--loglevel=error',
  ];
  const { status, stdout } = spawnSync('npm', args, {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (status !== 0) process.exit(1);
  const bom: Bom = JSON.parse(stdout);
  return bom;
}

/** npm takes the product's name from its folder. */
function nameProduct({ metadata }: Bom): void {
  const { name, version, license }: Record<'name' | 'version' | 'license', string> = JSON.parse(
    readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'),
  );
  Object.assign(metadata.component, {
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    licenses: [{ license: { id: license } }],
  });
}

/** npm's own `--omit=dev` also drops packages that the product shares with a development package. */
function removeDevelopmentPackages(bom: Bom): void {
  const shipped = new Set(
    listLockedPackages(PROJECT_ROOT)
      .filter(({ entry }) => entry.dev !== true)
      // npm lists an alias under either of its names.
      .flatMap(({ name, entry }) => [name, entry.name].map((one) => `${one}@${entry.version}`)),
  );
  const isShipped = (ref: string): boolean => shipped.has(ref) || ref === bom.metadata.component['bom-ref'];
  bom.components = bom.components.filter((component) => isShipped(component['bom-ref']));
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => isShipped(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
}
