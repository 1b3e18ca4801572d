import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { METRIC_CATALOGUE } from '../../libs/observability/src/metrics/metric-catalogue.js';
import { environmentProblems, findField, PROGRAM_FIELDS } from './program-fields.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'deploy/kubernetes');
const KUSTOMIZATION = /kustomization\.yaml$/;
/** A patch, which is no manifest. */
const PATCH = /spread\.yaml$/;
const SECRETS = '/secrets';

interface Container {
  name: string;
  image: string;
  command: string[];
  envFrom: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: object;
  resources: { requests: object; limits: object };
  volumeMounts: { name: string; mountPath: string }[];
}
interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold?: number;
}
interface PodSpec {
  securityContext: object;
  automountServiceAccountToken: boolean;
  containers: [Container];
  volumes: { name: string; secret?: { secretName: string; defaultMode: number } }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    selector: { matchLabels: Record<string, string> } & Record<string, string>;
    scaleTargetRef: { name: string };
    triggers: { metadata: { query: string } }[];
    template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    rules: { http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[];
    ports: { name: string }[];
  };
}
interface Kustomization {
  resources?: string[];
  components?: string[];
  images?: { name: string }[];
  configMapGenerator?: { name: string; envs: string[] }[];
  secretGenerator?: { name: string; envs: string[] }[];
}

describe('deploy/kubernetes', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  const all = files
    .filter((file) => !KUSTOMIZATION.test(file) && !PATCH.test(file))
    .flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest));
  const workloads = all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  const site = parse(read('site/kustomization.yaml')) as Required<Kustomization>;

  function named(kind: string, name: string): Manifest {
    const found = all.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
    if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
    return found;
  }

  const podOf = (name: string): PodSpec =>
    named(name === 'migrate' ? 'Job' : 'Deployment', `presage-${name}`).spec.template.spec;

  /** Variables that the ConfigMaps of a program's pod set. */
  function settingsOf(program: string): Record<string, string> {
    const maps = podOf(program).containers[0].envFrom.map(({ configMapRef }) => configMapRef.name);
    const envs = maps.flatMap((name) => site.configMapGenerator.find((map) => map.name === name)?.envs ?? []);
    expect(envs).toHaveLength(maps.length);
    return Object.assign({}, ...envs.map((file) => readEnv(`site/${file}`))) as Record<string, string>;
  }

  /** Files of the Secret that a program's pod mounts, by name. */
  function secretsOf(program: string): Record<string, string> {
    const volume = podOf(program).volumes.find(({ name }) => name === 'secrets');
    expect(volume?.secret).toEqual({ secretName: `presage-${program}`, defaultMode: 0o440 });
    const mount = podOf(program).containers[0].volumeMounts.find(({ name }) => name === 'secrets');
    expect(mount).toEqual({ name: 'secrets', mountPath: SECRETS, readOnly: true });
    const [env = ''] = site.secretGenerator.find(({ name }) => name === `presage-${program}`)?.envs ?? [];
    return readEnv(`site/${env}.example`);
  }

  it.each(Object.keys(PROGRAM_FIELDS))('starts %s with settings and files of secrets that it reads', (program) => {
    const [{ command }] = podOf(program).containers;
    if (program !== 'ops') {
      expect(command.at(-1)).toBe(`dist/apps/${program}/src/main.js`);
      expect(existsSync(path.join(ROOT, `apps/${program}/src/main.ts`))).toBe(true);
    }
    const fields = PROGRAM_FIELDS[program] ?? {};
    const settings = settingsOf(program);
    const secrets = secretsOf(program);
    const given = Object.keys(settings).filter((name) => name.endsWith('_FILE'));
    // Each mounted file is read, and each that is read is mounted.
    expect(given.map((name) => settings[name])).toEqual(given.map((name) => `${SECRETS}/${name.slice(0, -5)}`));
    expect(given.map((name) => name.slice(0, -5)).toSorted()).toEqual(Object.keys(secrets).toSorted());
    const plain = Object.entries(settings).filter(([name]) => !given.includes(name));
    expect(environmentProblems(fields, { ...Object.fromEntries(plain), ...secrets })).toEqual([]);
    expect(Object.keys(secrets).filter((name) => findField(fields, name)?.secret !== true)).toEqual([]);
  });

  it.each(Object.keys(PROGRAM_FIELDS))('contains %s, with room for temporary files', (program) => {
    const { automountServiceAccountToken, securityContext, containers, volumes } = podOf(program);
    expect({ automountServiceAccountToken, ...securityContext }).toMatchObject({
      automountServiceAccountToken: false,
      runAsNonRoot: true,
      runAsUser: 1000,
      fsGroup: 1000,
    });
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(containers[0].resources).toMatchObject({
      requests: { cpu: expect.any(String) },
      limits: { memory: '512Mi' },
    });
    const mounted = containers[0].volumeMounts.map(({ name }) => name);
    expect(mounted.toSorted()).toEqual(volumes.map(({ name }) => name).toSorted());
    if (program !== 'migrate') expect(mounted).toContain('tmp');
  });

  it('probes start, liveness and readiness on existing ports, and lets a slow start take minutes', () => {
    for (const program of ['api', 'worker', 'webhooks']) {
      const [{ ports = [], startupProbe, livenessProbe, readinessProbe }] = podOf(program).containers;
      const probes = [startupProbe, livenessProbe, readinessProbe];
      expect(probes.map((probe) => probe?.httpGet.path)).toEqual(['/health', '/health', '/readyz']);
      for (const probe of probes) expect(ports.map(({ name }) => name)).toContain(probe?.httpGet.port);
      const { periodSeconds = 0, failureThreshold = 0 } = startupProbe ?? {};
      expect(periodSeconds * failureThreshold).toBe(300);
    }
  });

  it('names the image once, for the migrations too', () => {
    expect(workloads.map(({ spec }) => spec.template.spec.containers[0].image)).toEqual(
      Array.from({ length: 5 }, () => 'presage'),
    );
    expect(site.images.map(({ name }) => name)).toEqual(['presage']);
    for (const folder of ['migrate', 'overlays/small', 'overlays/high-availability']) {
      const { components = [] } = parse(read(`${folder}/kustomization.yaml`)) as Kustomization;
      expect([folder, components.map((one) => path.join(folder, one))]).toEqual([folder, ['site']]);
    }
  });

  it('uses every file, and only files that exist', () => {
    const used = files
      .filter((file) => KUSTOMIZATION.test(file))
      .flatMap((file) => {
        const { resources = [] } = parse(read(file)) as Kustomization;
        const names = resources.filter((name) => name.endsWith('.yaml'));
        return names.map((name) => path.join(path.dirname(file), name));
      });
    expect(used.toSorted()).toEqual(files.filter((file) => !KUSTOMIZATION.test(file) && !PATCH.test(file)).toSorted());
  });

  it('gives each process its own database role, over TLS', () => {
    const urls = Object.keys(PROGRAM_FIELDS).map((name) => new URL(secretsOf(name).DATABASE_URL ?? ''));
    expect(urls.map(({ username }) => username)).toEqual([
      'presage_admin',
      'presage_api',
      'presage_worker',
      'presage_webhooks',
      'presage_ops',
    ]);
    for (const { searchParams } of urls) expect(searchParams.get('sslmode')).toBe('verify-full');
  });

  it('keeps every secret setting out of the ConfigMaps', () => {
    const isSecret = (name: string): boolean =>
      Object.values(PROGRAM_FIELDS).some((fields) => fields[name]?.secret === true);
    const plain = Object.keys(PROGRAM_FIELDS).flatMap((program) => Object.keys(settingsOf(program)));
    expect(plain.filter(isSecret)).toEqual([]);
    expect(isSecret('CHAIN_RPC_URL')).toBe(true);
  });

  it('does not give the provider credentials to the API', () => {
    const given = [...Object.keys(settingsOf('api')), ...Object.keys(secretsOf('api'))];
    expect(given.filter((name) => name.startsWith('PROVIDER_'))).toEqual([]);
  });

  it('leaves the keys to be filled in: no process starts with those of the examples', () => {
    const keys = { api: 'PASSCODE_KEY', worker: 'STEP_SEAL_KEY', webhooks: 'WEBHOOK_KEY' } as const;
    for (const [program, key] of Object.entries(keys)) {
      const [, value] = new RegExp(`^${key}=(.*)$`, 'm').exec(read(`site/secrets/${program}.env.example`)) ?? [];
      expect(value).toBe(`@${key}@`);
      expect(() => PROGRAM_FIELDS[program]?.[key]?.parse(value)).toThrow('must be 32 bytes');
    }
  });

  it('keeps the copies of the secrets out of the repository', () => {
    expect(read('site/.gitignore')).toBe('/secrets/*\n!/secrets/*.example\n');
  });

  it('selects existing pods, services and targets', () => {
    for (const { kind, metadata, spec } of all) {
      if (kind === 'PodDisruptionBudget' || kind === 'Deployment') {
        const { labels } = named('Deployment', metadata.name).spec.template.metadata;
        expect(spec.selector.matchLabels).toEqual(labels);
      }
      if (kind === 'Service')
        expect(spec.selector).toEqual(named('Deployment', metadata.name).spec.template.metadata.labels);
      if (kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject') named('Deployment', spec.scaleTargetRef.name);
      if (kind === 'Ingress') {
        const [rule] = spec.rules;
        const { name, port } = rule?.http.paths[0]?.backend.service ?? { name: '', port: { name: '' } };
        expect(named('Service', name).spec.ports.map((served) => served.name)).toContain(port.name);
      }
    }
  });

  it('scales workers by an existing metric', () => {
    const [trigger] = named('ScaledObject', 'presage-worker').spec.triggers;
    const metric = /\((\w+)\)/.exec(trigger?.metadata.query ?? '')?.[1];
    expect(Object.keys(METRIC_CATALOGUE)).toContain(metric);
  });
});

/** Reads a file of variables, with each @NAME@ replaced as the guide does it. */
function readEnv(file: string): Record<string, string> {
  const lines = read(file).matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name = '', value = '']) => [name, value.replaceAll(/@([A-Z]+_[A-Z_]+)@/g, '0'.repeat(64))]),
  );
}

function read(file: string): string {
  return readFileSync(path.join(FOLDER, file), 'utf8');
}
