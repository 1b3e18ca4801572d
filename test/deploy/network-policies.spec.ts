import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

const FOLDER = path.resolve(import.meta.dirname, '../../deploy/kubernetes');

interface Policy {
  podSelector: { matchLabels?: { app: string }; matchExpressions?: { values: string[] }[] };
  policyTypes: string[];
  ingress?: {
    from: { namespaceSelector?: { matchLabels: Record<string, string> } }[];
    ports: { port: string }[];
  }[];
  egress?: { to: object[]; ports: { port: number }[] }[];
}
interface Workload {
  kind: string;
  spec: { template: { metadata: { labels: { app: string } }; spec: { containers: [{ ports?: { name: string }[] }] } } };
}

describe('the network policies of deploy/kubernetes', () => {
  const policies = parseAllDocuments(read('site/network-policies.yaml')).map(
    (document) => (document.toJS() as { spec: Policy }).spec,
  );
  const workloads = ['base', 'migrate']
    .flatMap((folder) => readdirSync(path.join(FOLDER, folder)).map((file) => `${folder}/${file}`))
    .flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Workload))
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job');

  const selects = ({ podSelector: { matchLabels, matchExpressions = [] } }: Policy, app: string): boolean =>
    matchLabels?.app === app || matchExpressions.some(({ values }) => values.includes(app));
  const portsOut = (app: string): number[] => {
    const rules = policies.filter((policy) => selects(policy, app)).flatMap(({ egress = [] }) => egress);
    return [...new Set(rules.flatMap(({ ports }) => ports.map(({ port }) => port)))].sort((a, b) => a - b);
  };

  it('close every pod in both directions', () => {
    for (const workload of workloads) {
      const { app } = workload.spec.template.metadata.labels;
      const closed = policies.filter((policy) => selects(policy, app)).flatMap(({ policyTypes }) => policyTypes);
      expect([app, closed.includes('Ingress'), closed.includes('Egress')]).toEqual([app, true, true]);
    }
  });

  it('let each pod out to what it uses: DNS, PostgreSQL, Redis, the node and the provider, mail, traces', () => {
    expect(portsOut('presage-api')).toEqual([53, 443, 4318, 5432, 6379]);
    expect(portsOut('presage-worker')).toEqual([53, 443, 465, 587, 4318, 5432, 6379]);
    expect(portsOut('presage-webhooks')).toEqual([53, 443, 4318, 5432]);
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

function read(file: string): string {
  return readFileSync(path.join(FOLDER, file), 'utf8');
}
