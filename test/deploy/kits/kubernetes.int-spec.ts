import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { installPackages, packageFolders } from '../../../tools/support/cached-packages.js';
import { run, runToEnd } from './programs.js';

const KUSTOMIZATIONS = ['migrate', 'overlays/small', 'overlays/high-availability'] as const;
const PACKAGES = packageFolders('lab/interop');

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Record<string, string>;
}

/** Module of the types of an API version, which are generated from the schemas of Kubernetes, KEDA and the operator. */
function moduleOf(apiVersion: string): string {
  if (apiVersion.startsWith('keda.sh/')) return `@kubernetes-models/keda/${apiVersion}`;
  if (apiVersion.startsWith('monitoring.')) return `@kubernetes-models/prometheus-operator/${apiVersion}`;
  return `kubernetes-models/${apiVersion}`;
}

/** Compiles the manifests as literals of their types: a wrong value, an absent and an unknown property are errors. */
function manifestProblems(manifests: readonly Manifest[]): string {
  const folder = mkdtempSync(path.join(PACKAGES.work, 'manifests-'));
  const lines = manifests.map(
    (manifest, at) =>
      `const m${at}: import('${moduleOf(manifest.apiVersion)}').I${manifest.kind} = ${JSON.stringify(manifest, null, 1)};\nvoid m${at};`,
  );
  writeFileSync(path.join(folder, 'manifests.ts'), lines.join('\n'));
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  try {
    const compiler = path.join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc');
    return run(process.execPath, [compiler, ...options, path.join(folder, 'manifests.ts')]).output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('deploy/kubernetes, rendered by kubectl', () => {
  let folder: string;
  const render = (kustomization: string): Manifest[] =>
    parseAllDocuments(runToEnd('kubectl', ['kustomize', path.join(folder, kustomization)]), { version: '1.1' }).map(
      (document) => document.toJS() as Manifest,
    );

  beforeAll(() => installPackages(PACKAGES));

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'presage-kubernetes-'));
    cpSync(path.join(PROJECT_ROOT, 'deploy/kubernetes'), folder, { recursive: true });
    const secrets = path.join(folder, 'site/secrets');
    const copies = readdirSync(secrets).map((file) => {
      const copy = path.join(secrets, path.basename(file, '.example'));
      cpSync(path.join(secrets, file), copy);
      return copy;
    });
    runToEnd('sh', [path.join(PROJECT_ROOT, 'deploy/fill-secrets.sh'), ...copies]);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function change(file: string, from: string, to: string): void {
    const place = path.join(folder, file);
    const text = readFileSync(place, 'utf8');
    expect(text).toContain(from);
    writeFileSync(place, text.replace(from, to));
  }

  it('is valid by the schemas of Kubernetes, KEDA and the Prometheus operator', () => {
    const alerts = readFileSync(path.join(PROJECT_ROOT, 'deploy/observability/alerts.yml'), 'utf8');
    const [, script = ''] =
      /(\{ printf .*?) \| kubectl/s.exec(
        readFileSync(path.join(folder, 'overlays/high-availability/monitor.yaml'), 'utf8').replaceAll('\n#', '\n'),
      ) ?? [];
    const rule = runToEnd('sh', ['-c', `cd '${PROJECT_ROOT}'; ${script}`]);
    expect(rule).toContain(alerts.split('\n')[1]);
    const rules = parseAllDocuments(rule).map((document) => document.toJS() as Manifest);
    expect(rules.map(({ kind }) => kind)).toEqual(['PrometheusRule']);
    const rendered = KUSTOMIZATIONS.map(render);
    for (const manifests of rendered) expect(manifests.length).toBeGreaterThan(20);
    expect(manifestProblems([...rendered.flat(), ...rules])).toBe('');
  });

  it('is invalid with a misspelt property, a wrong type or a wrong place', () => {
    change('base/api.yaml', 'readinessProbe:', 'readynessProbe:');
    change('base/worker.yaml', 'containerPort: 4001', "containerPort: '4001'");
    change('migrate/job.yaml', 'template:', 'templates:');
    change('overlays/high-availability/worker-autoscaler.yaml', "threshold: '1'", 'threshold: 1');
    const problems = manifestProblems([...render('migrate'), ...render('overlays/high-availability')]);
    expect(problems).toContain(`'"readynessProbe"' does not exist in type 'IContainer'`);
    expect(problems).toContain("'string' is not assignable to type 'number'");
    expect(problems).toContain(`'"templates"' does not exist in type 'IJobSpec'`);
    expect(problems).toContain("'number' is not assignable to type 'string'");
  });

  it('names the image in one place, for the migrations too', () => {
    change('site/kustomization.yaml', 'newTag: 0.1.0', `digest: sha256:${'a'.repeat(64)}`);
    for (const kustomization of KUSTOMIZATIONS) {
      const images = [...JSON.stringify(render(kustomization)).matchAll(/"image":"([^"]+)"/g)].map(
        ([, image]) => image,
      );
      expect(images.length).toBeGreaterThan(0);
      expect(new Set(images)).toEqual(new Set([`ghcr.io/presage-markets/presage@sha256:${'a'.repeat(64)}`]));
    }
  });

  it('puts everything into the namespace, and starts the pods again that use a changed secret', () => {
    const namesIn = (manifests: Manifest[]): string[] =>
      manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    const before = render('overlays/small');
    const outside = before.filter(({ metadata }) => metadata.namespace !== 'presage');
    expect(namesIn(outside)).toEqual(['Namespace presage']);
    change('site/secrets/worker.env', 'PROVIDER_API_KEY=', 'PROVIDER_API_KEY=another');
    const after = render('overlays/small');
    const changed = namesIn(after).filter((name) => !namesIn(before).includes(name));
    expect(changed).toEqual([expect.stringMatching(/^Secret presage-worker-/)]);
    const podsThatUse = (name: string): string[] =>
      namesIn(after.filter(({ kind, ...rest }) => kind === 'Deployment' && JSON.stringify(rest).includes(`"${name}"`)));
    expect(podsThatUse(changed[0]?.split(' ')[1] ?? '')).toEqual(['Deployment presage-worker']);
  });

  it('mounts the filled-in secrets, equal where two processes need them and absent where not', () => {
    const secrets = render('overlays/small').filter(({ kind }) => kind === 'Secret');
    const valueOf = (program: string, name: string): string =>
      Buffer.from(
        secrets.find(({ metadata }) => metadata.name.startsWith(`presage-${program}-`))?.data?.[name] ?? '',
        'base64',
      ).toString();
    expect(valueOf('api', 'PASSCODE_KEY')).toMatch(/^[0-9a-f]{64}$/);
    expect(valueOf('worker', 'PASSCODE_KEY')).toBe(valueOf('api', 'PASSCODE_KEY'));
    expect(valueOf('webhooks', 'WEBHOOK_KEY')).toBe(valueOf('api', 'WEBHOOK_KEY'));
    expect(valueOf('worker', 'STEP_SEAL_KEY')).not.toBe(valueOf('api', 'PASSCODE_KEY'));
    expect(new URL(valueOf('api', 'DATABASE_URL')).password).toBe(valueOf('migrate', 'API_DATABASE_PASSWORD'));
    const values = secrets.flatMap(({ data = {} }) => Object.values(data));
    expect(values.filter((value) => /@[A-Z]+_[A-Z]+@/.test(Buffer.from(value, 'base64').toString()))).toEqual([]);
  });

  it('spreads pods over nodes and keeps one of each kind in the highly available overlay', () => {
    const rendered = render('overlays/high-availability');
    const text = (kind: string, name: string): string =>
      JSON.stringify(rendered.find((one) => one.kind === kind && one.metadata.name === name));
    for (const name of ['presage-api', 'presage-worker', 'presage-webhooks']) {
      expect(text('Deployment', name)).toContain('"topologyKey":"kubernetes.io/hostname"');
      expect(text('PodDisruptionBudget', name)).toContain('"minAvailable":1');
    }
    // The autoscalers own these numbers: applying the overlay again must not reset them.
    for (const name of ['presage-api', 'presage-worker']) expect(text('Deployment', name)).not.toContain('"replicas"');
    expect(text('Deployment', 'presage-webhooks')).toContain('"replicas":2');
  });
});
