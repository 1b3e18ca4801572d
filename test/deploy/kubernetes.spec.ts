import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { API_FIELDS } from '../../libs/config/src/api.settings.js';
import type { Fields } from '../../libs/config/src/read-settings.js';
import { MIGRATE_FIELDS } from '../../libs/config/src/migrate.settings.js';
import { OPS_FIELDS } from '../../libs/config/src/ops.settings.js';
import { WEBHOOKS_FIELDS } from '../../libs/config/src/webhooks.settings.js';
import { WORKER_FIELDS } from '../../libs/config/src/worker.settings.js';
import { manifestProblems } from './kubernetes-schema.js';
import { METRIC_CATALOGUE } from '../../libs/observability/src/metrics/metric-catalogue.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'deploy/kubernetes');
const PROGRAM_FIELDS: Readonly<Record<string, Fields>> = {
  migrate: MIGRATE_FIELDS,
  ops: OPS_FIELDS,
  api: API_FIELDS,
  worker: WORKER_FIELDS,
  webhooks: WEBHOOKS_FIELDS,
};

interface Container {
  name: string;
  image: string;
  command: string[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  livenessProbe?: { httpGet: { path: string; port: string } };
  readinessProbe?: { httpGet: { path: string; port: string } };
  securityContext: object;
  resources: { requests: object; limits: object };
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: {
    selector: { matchLabels: Record<string, string> } & Record<string, string>;
    scaleTargetRef: { name: string };
    triggers: { metadata: { query: string } }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: { securityContext: object; automountServiceAccountToken: boolean; containers: [Container] };
    };
  };
}

describe('deploy/kubernetes', () => {
  const files = readdirSync(FOLDER).filter((file) => file !== 'kustomization.yaml');
  const all = files.flatMap((file) =>
    parseAllDocuments(read(file)).map((document): Manifest => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    }),
  );
  const workloads = all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');

  function named(kind: string, name: string): Manifest {
    const found = all.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
    if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
    return found;
  }

  /** Returns the environment of a container. */
  function collectEnvironment({ envFrom = [] }: Container): Record<string, string> {
    const wholes = envFrom.map(({ configMapRef, secretRef }) =>
      configMapRef === undefined
        ? named('Secret', secretRef?.name ?? '').stringData
        : named('ConfigMap', configMapRef.name).data,
    );
    return Object.assign({}, ...wholes) as Record<string, string>;
  }

  it('has a job, four deployments and their resources', () => {
    expect(all.map(({ kind, metadata: { name } }) => `${kind} ${name}`).toSorted()).toEqual([
      'ConfigMap presage-api-settings',
      'ConfigMap presage-settings',
      'ConfigMap presage-webhooks-settings',
      'ConfigMap presage-worker-settings',
      'Deployment presage-api',
      'Deployment presage-ops',
      'Deployment presage-webhooks',
      'Deployment presage-worker',
      'HorizontalPodAutoscaler presage-api',
      'Job presage-migrate',
      'NetworkPolicy presage-api',
      'NetworkPolicy presage-default',
      'NetworkPolicy presage-mail',
      'NetworkPolicy presage-outside',
      'NetworkPolicy presage-processes',
      'NetworkPolicy presage-queue',
      'NetworkPolicy presage-webhooks',
      'PersistentVolumeClaim presage-archives',
      'PodDisruptionBudget presage-api',
      'PodDisruptionBudget presage-webhooks',
      'PodDisruptionBudget presage-worker',
      'ScaledObject presage-worker',
      'Secret presage-api-secrets',
      'Secret presage-migrate-secrets',
      'Secret presage-ops-secrets',
      'Secret presage-process-secrets',
      'Secret presage-secrets',
      'Secret presage-webhook-key',
      'Secret presage-webhooks-secrets',
      'Secret presage-worker-secrets',
      'Service presage-api',
    ]);
  });

  it('is valid for Kubernetes and KEDA', () => {
    expect(all.flatMap((manifest) => manifestProblems(manifest))).toEqual([]);
  });

  it.each([
    ['api.yaml', 'readinessProbe:', 'readynessProbe:', 'has unknown property readynessProbe'],
    ['api.yaml', 'periodSeconds: 5', 'periodSecond: 5', '/readinessProbe has unknown property periodSecond'],
    ['api.yaml', 'containerPort: 4000', "containerPort: '4000'", '/ports/0/containerPort must be integer'],
    ['api.yaml', 'seconds: 5', 'seconds: 5s', '/lifecycle/preStop/sleep/seconds must be integer'],
    ['api.yaml', "prometheus.io/port: '9464'", 'prometheus.io/port: 9464', 'must be string'],
    ['api.yaml', 'autoscaling/v2', 'autoscaling/v1', '/apiVersion must be equal to constant'],
    ['worker.yaml', 'memory: 512Mi', 'memory: 512MB', '/limits/memory must match pattern'],
    ['worker.yaml', "threshold: '1'", 'threshold: 1', '/metadata/threshold must be string'],
    ['worker.yaml', 'runAsNonRoot: true', 'runAsNonRoot: false', '/runAsNonRoot must be equal to constant'],
    ['migrate.yaml', 'restartPolicy: Never', 'restartPolicy: Always', '/restartPolicy must be equal to one'],
    ['migrate.yaml', 'kind: Job', 'kind: Jobs', 'there is no kind Jobs'],
  ])('is invalid with, in %s, %j replaced by %j', (file, right, wrong, problem) => {
    expect(read(file)).toContain(right);
    const changed = parseAllDocuments(read(file).replace(right, wrong)).map((document) => document.toJS() as Manifest);
    expect(changed.flatMap(manifestProblems)).toContainEqual(expect.stringContaining(problem));
  });

  it.each(workloads.map((workload) => [workload.metadata.name, workload] as const))(
    '%s starts a program that is built, contained, with every setting that it must have and none that it does not read',
    (_name, { spec: { template } }) => {
      const [container] = template.spec.containers;
      const script = container.command.at(-1)?.replace(/^dist\/(.*)\.js$/, '$1.ts') ?? '';
      expect([script, script === 'infinity' || existsSync(path.join(ROOT, script))]).toEqual([script, true]);
      const fields = PROGRAM_FIELDS[container.name] ?? {};
      const given = collectEnvironment(container);
      expect(Object.keys(given).filter((key) => fields[key] === undefined)).toEqual([]);
      for (const [name, field] of Object.entries(fields)) {
        expect([name, field.required && given[name] === undefined]).toEqual([name, false]);
        // The operator fills in blank secrets.
        if ((given[name] ?? '') !== '') expect(() => field.parse(given[name])).not.toThrow();
      }
      expect(template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({ requests: { cpu: expect.any(String) }, limits: { memory: '512Mi' } });
    },
  );

  it('probes liveness and readiness separately on existing ports', () => {
    for (const { spec } of workloads) {
      const [{ ports = [], livenessProbe, readinessProbe }] = spec.template.spec.containers;
      if (ports.length === 0) continue; // the migrations and the operator's pod serve nothing
      expect([livenessProbe?.httpGet.path, readinessProbe?.httpGet.path]).toEqual(['/health', '/readyz']);
      for (const probe of [livenessProbe, readinessProbe]) {
        expect(ports.map(({ name }) => name)).toContain(probe?.httpGet.port);
      }
    }
  });

  it('does not give the provider credentials to the API', () => {
    const [api] = named('Deployment', 'presage-api').spec.template.spec.containers;
    expect(Object.keys(collectEnvironment(api)).filter((key) => key.startsWith('PROVIDER_'))).toEqual([]);
  });

  it('leaves the keys blank, so that no process starts with those of the example', () => {
    const blank = all.flatMap(({ stringData = {} }) => Object.entries(stringData).filter(([, value]) => value === ''));
    expect(blank.map(([name]) => name)).toEqual(['PASSCODE_KEY', 'STEP_SEAL_KEY', 'WEBHOOK_KEY']);
  });

  it('keeps every secret setting out of the ConfigMaps', () => {
    const isSecret = (name: string): boolean =>
      Object.values(PROGRAM_FIELDS).some((fields) => fields[name]?.secret === true);
    const plain = all.flatMap(({ data = {} }) => Object.keys(data));
    expect(plain.filter(isSecret)).toEqual([]);
    expect(isSecret('CHAIN_RPC_URL')).toBe(true);
  });

  it('gives each process its own database role, over TLS', () => {
    const urls = workloads.map((workload): [name: string, url: URL] => {
      const [container] = workload.spec.template.spec.containers;
      return [container.name, new URL(collectEnvironment(container).DATABASE_URL ?? '')];
    });
    expect(Object.fromEntries(urls.map(([name, { username }]) => [name, username]))).toEqual({
      api: 'presage_api',
      worker: 'presage_worker',
      webhooks: 'presage_webhooks',
      ops: 'presage_ops',
      migrate: 'postgres',
    });
    for (const [, { searchParams }] of urls) expect(searchParams.get('sslmode')).toBe('verify-full');
  });

  describe('the network policies', () => {
    const policies = all.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as unknown as Policy);

    interface Policy {
      podSelector: { matchLabels?: { app: string }; matchExpressions?: { values: string[] }[] };
      policyTypes: string[];
      ingress?: {
        from: { namespaceSelector?: { matchLabels: Record<string, string> } }[];
        ports: { port: string }[];
      }[];
      egress?: { to: object[]; ports: { port: number }[] }[];
    }

    const selects = ({ podSelector: { matchLabels, matchExpressions = [] } }: Policy, app: string): boolean =>
      matchLabels?.app === app || matchExpressions.some(({ values }) => values.includes(app));
    const portsOut = (app: string): number[] => {
      const rules = policies.filter((policy) => selects(policy, app)).flatMap(({ egress = [] }) => egress);
      return [...new Set(rules.flatMap(({ ports }) => ports.map(({ port }) => port)))].sort((a, b) => a - b);
    };

    it('close every pod in both directions', () => {
      for (const workload of workloads) {
        const { app = '' } = workload.spec.template.metadata.labels;
        const closed = policies.filter((policy) => selects(policy, app)).flatMap(({ policyTypes }) => policyTypes);
        expect([app, closed.includes('Ingress'), closed.includes('Egress')]).toEqual([app, true, true]);
      }
    });

    it('let each pod out to what it uses: DNS, PostgreSQL, Redis, the node and the provider, mail', () => {
      expect(portsOut('presage-api')).toEqual([53, 443, 5432, 6379]);
      expect(portsOut('presage-worker')).toEqual([53, 443, 465, 5432, 6379]);
      expect(portsOut('presage-webhooks')).toEqual([53, 443, 5432]);
      expect(portsOut('presage-ops')).toEqual([53, 443, 5432]);
      expect(portsOut('presage-migrate')).toEqual([53, 5432]);
    });

    it('let the ingress controller in to the API, and Prometheus to the metrics', () => {
      const rules = policies.flatMap((policy) =>
        (policy.ingress ?? []).flatMap(({ from, ports }) =>
          from.flatMap(({ namespaceSelector }) =>
            ports.map(({ port }) => [port, Object.values(namespaceSelector?.matchLabels ?? {}).join()]),
          ),
        ),
      );
      expect(rules).toEqual([
        ['http', 'ingress-nginx'],
        ['metrics', 'monitoring'],
      ]);
      const served = workloads.flatMap(({ spec }) => spec.template.spec.containers[0].ports ?? []);
      for (const [port] of rules) expect(served.map(({ name }) => name)).toContain(port);
    });
  });

  it('selects existing pods and targets', () => {
    for (const { kind, metadata, spec } of all) {
      if (kind === 'PodDisruptionBudget' || kind === 'Deployment') {
        const { labels } = named('Deployment', metadata.name).spec.template.metadata;
        expect(spec.selector.matchLabels).toEqual(labels);
      }
      if (kind === 'Service')
        expect(spec.selector).toEqual(named('Deployment', metadata.name).spec.template.metadata.labels);
      if (kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject') named('Deployment', spec.scaleTargetRef.name);
    }
  });

  it('scales workers by an existing metric', () => {
    const [trigger] = named('ScaledObject', 'presage-worker').spec.triggers;
    const metric = /\((\w+)\)/.exec(trigger?.metadata.query ?? '')?.[1];
    expect(Object.keys(METRIC_CATALOGUE)).toContain(metric);
  });

  it('is complete in the documented order: secrets, migrations, the rest', () => {
    const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
    expect([...resources, 'migrate.yaml', 'secrets.example.yaml'].toSorted()).toEqual(files.toSorted());
  });
});

function read(file: string): string {
  return readFileSync(path.join(FOLDER, file), 'utf8');
}
