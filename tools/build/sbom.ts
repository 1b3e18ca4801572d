import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { createCommand } from '../support/cli.js';

interface Component {
  readonly 'bom-ref': string;
}

interface Bom {
  readonly metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Prints CycloneDX JSON. The source is package-lock.json, so the result is the same on every platform. */
createCommand('sbom', 'Prints the bill of materials of a deployed product as CycloneDX JSON.')
  .option('--all', 'include the packages that build and test the product')
  .action(({ all = false }: { all?: boolean }) => {
    const bom = createBom(all);
    nameProduct(bom);
    if (!all) removeDevelopmentPackages(bom);
    process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
  })
  .parse();

/** @param all whether to include packages/, which is not deployed */
function createBom(all: boolean): Bom {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    ...(all ? [] : ['--no-workspaces']),
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
  const { name, version, license } = readManifest();
  Object.assign(metadata.component, {
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    licenses: [{ license: { id: license } }],
  });
}

/**
 * Keeps what the product's dependencies need. npm's own `--omit=dev` also drops packages that they share with a development
 * package, and the lockfile does not mark the packages that only the workspaces and development packages need.
 */
function removeDevelopmentPackages(bom: Bom): void {
  const product = bom.metadata.component['bom-ref'];
  const needs = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const direct = Object.entries(readManifest().dependencies).map(([name, version]) => `${name}@${version}`);
  needs.set(product, direct);
  const shipped = new Set([product]);
  for (const ref of shipped) for (const needed of needs.get(ref) ?? []) shipped.add(needed);
  bom.components = bom.components.filter((component) => shipped.has(component['bom-ref']));
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: ref === product ? direct : dependsOn }));
}

function readManifest(): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'));
  return manifest;
}
