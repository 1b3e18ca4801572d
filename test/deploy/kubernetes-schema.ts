import { closed, createChecker } from './schema-words.js';

const TEXT = { type: 'string', minLength: 1 } as const;
const NAME = { type: 'string', pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' } as const;
const COUNT = { type: 'integer', minimum: 1 } as const;
const PORT = { type: 'integer', minimum: 1, maximum: 65_535 } as const;
const CPU = { type: 'string', pattern: '^[0-9]+m?$' } as const;
const MEMORY = { type: 'string', pattern: '^[0-9]+(Mi|Gi)$' } as const;
const TEXTS = { type: 'object', additionalProperties: { type: 'string' } } as const;
const LABELS = closed({ app: NAME });
const SELECTOR = closed({ matchLabels: LABELS });

const PROBE = closed({ httpGet: closed({ path: TEXT, port: NAME }), periodSeconds: COUNT, timeoutSeconds: COUNT });
const NAMED_REF = closed({ name: NAME });

const CONTAINER = closed(
  {
    name: NAME,
    image: TEXT,
    command: { type: 'array', items: TEXT, minItems: 1 },
    envFrom: {
      type: 'array',
      items: { oneOf: [closed({ configMapRef: NAMED_REF }), closed({ secretRef: NAMED_REF })] },
    },
    ports: { type: 'array', items: closed({ name: { ...NAME, maxLength: 15 }, containerPort: PORT }) },
    lifecycle: closed({ preStop: closed({ sleep: closed({ seconds: COUNT }) }) }),
    livenessProbe: PROBE,
    readinessProbe: PROBE,
    securityContext: closed({
      allowPrivilegeEscalation: { type: 'boolean' },
      readOnlyRootFilesystem: { type: 'boolean' },
      capabilities: closed({ drop: { type: 'array', items: TEXT, minItems: 1 } }),
    }),
    resources: closed({ requests: closed({ cpu: CPU, memory: MEMORY }), limits: closed({ memory: MEMORY }) }),
    volumeMounts: { type: 'array', items: closed({ name: NAME, mountPath: TEXT }) },
  },
  ['name', 'image', 'command', 'securityContext', 'resources'],
);

const template = (own: object): object =>
  closed({
    metadata: closed({ labels: LABELS, annotations: TEXTS }, ['labels']),
    spec: closed(
      {
        automountServiceAccountToken: { type: 'boolean' },
        terminationGracePeriodSeconds: COUNT,
        securityContext: closed(
          {
            runAsNonRoot: { const: true },
            runAsUser: COUNT,
            fsGroup: COUNT,
            seccompProfile: closed({ type: { enum: ['RuntimeDefault', 'Localhost', 'Unconfined'] } }),
          },
          ['runAsNonRoot', 'runAsUser', 'seccompProfile'],
        ),
        volumes: {
          type: 'array',
          items: closed({ name: NAME, persistentVolumeClaim: closed({ claimName: NAME }) }),
        },
        containers: { type: 'array', items: CONTAINER, minItems: 1 },
        ...own,
      },
      ['automountServiceAccountToken', 'securityContext', 'containers', ...Object.keys(own)],
    ),
  });

const MATCH_LABELS = closed({ matchLabels: { ...TEXTS, minProperties: 1 } });
const POD_SELECTOR = {
  oneOf: [
    MATCH_LABELS,
    closed({
      matchExpressions: {
        type: 'array',
        items: closed({ key: TEXT, operator: { enum: ['In'] }, values: { type: 'array', items: NAME, minItems: 1 } }),
      },
    }),
  ],
} as const;
const CIDR = { type: 'string', pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+/[0-9]+$' } as const;
const PEERS = {
  type: 'array',
  minItems: 1,
  items: {
    oneOf: [
      closed({ podSelector: MATCH_LABELS, namespaceSelector: MATCH_LABELS }, []),
      closed({ ipBlock: closed({ cidr: CIDR, except: { type: 'array', items: CIDR } }) }),
    ],
  },
} as const;
const PEER_PORTS = {
  type: 'array',
  minItems: 1,
  items: closed({ protocol: { enum: ['TCP', 'UDP'] }, port: { oneOf: [PORT, NAME] } }),
} as const;

const SCALING = closed({
  stabilizationWindowSeconds: { type: 'integer', minimum: 0, maximum: 3_600 },
  policies: {
    type: 'array',
    minItems: 1,
    items: closed({ type: { enum: ['Percent', 'Pods'] }, value: COUNT, periodSeconds: COUNT }),
  },
});
const TARGET = { type: 'integer', minimum: 1, maximum: 100 } as const;

/** API version and schema per kind. */
const KINDS: Readonly<Record<string, [apiVersion: string, own: object]>> = {
  Deployment: [
    'apps/v1',
    {
      spec: closed(
        {
          replicas: COUNT,
          selector: SELECTOR,
          strategy: {
            oneOf: [
              closed({ rollingUpdate: closed({ maxUnavailable: { type: 'integer' }, maxSurge: COUNT }) }),
              closed({ type: { const: 'Recreate' } }),
            ],
          },
          template: template({}),
        },
        ['selector', 'strategy', 'template'],
      ),
    },
  ],
  Job: [
    'batch/v1',
    { spec: closed({ backoffLimit: COUNT, template: template({ restartPolicy: { enum: ['Never', 'OnFailure'] } }) }) },
  ],
  Service: [
    'v1',
    {
      spec: closed({
        selector: LABELS,
        ports: { type: 'array', items: closed({ name: NAME, port: PORT, targetPort: NAME }) },
      }),
    },
  ],
  PodDisruptionBudget: ['policy/v1', { spec: closed({ minAvailable: COUNT, selector: SELECTOR }) }],
  HorizontalPodAutoscaler: [
    'autoscaling/v2',
    {
      spec: closed({
        scaleTargetRef: closed({ apiVersion: { const: 'apps/v1' }, kind: { const: 'Deployment' }, name: NAME }),
        minReplicas: COUNT,
        maxReplicas: COUNT,
        metrics: {
          type: 'array',
          items: closed({
            type: { const: 'Resource' },
            resource: closed({
              name: { enum: ['cpu', 'memory'] },
              target: closed({ type: { const: 'Utilization' }, averageUtilization: TARGET }),
            }),
          }),
        },
      }),
    },
  ],
  ScaledObject: [
    'keda.sh/v1alpha1',
    {
      spec: closed({
        scaleTargetRef: NAMED_REF,
        minReplicaCount: COUNT,
        maxReplicaCount: COUNT,
        advanced: closed({
          horizontalPodAutoscalerConfig: closed({ behavior: closed({ scaleUp: SCALING, scaleDown: SCALING }) }),
        }),
        triggers: {
          type: 'array',
          items: {
            // KEDA expects strings only.
            oneOf: [
              closed({
                ...{ type: { const: 'prometheus' }, metricType: { enum: ['AverageValue', 'Value'] } },
                metadata: closed({ serverAddress: TEXT, query: TEXT, threshold: TEXT }),
              }),
              closed({
                ...{ type: { const: 'cpu' }, metricType: { const: 'Utilization' } },
                metadata: closed({ value: TEXT }),
              }),
            ],
          },
        },
      }),
    },
  ],
  NetworkPolicy: [
    'networking.k8s.io/v1',
    {
      spec: closed(
        {
          podSelector: POD_SELECTOR,
          policyTypes: { type: 'array', items: { enum: ['Ingress', 'Egress'] }, minItems: 1, uniqueItems: true },
          ingress: { type: 'array', items: closed({ from: PEERS, ports: PEER_PORTS }) },
          egress: { type: 'array', items: closed({ to: PEERS, ports: PEER_PORTS }) },
        },
        ['podSelector', 'policyTypes'],
      ),
    },
  ],
  PersistentVolumeClaim: [
    'v1',
    {
      spec: closed({
        accessModes: { type: 'array', items: { enum: ['ReadWriteOnce', 'ReadWriteMany'] }, minItems: 1 },
        resources: closed({ requests: closed({ storage: MEMORY }) }),
      }),
    },
  ],
  ConfigMap: ['v1', { data: TEXTS }],
  Secret: ['v1', { stringData: TEXTS }],
};

/** Strict schemas of the Kubernetes and KEDA kinds that the example uses: no unknown keys, no numbers for strings. */
const checkers = new Map(
  Object.entries(KINDS).map(([kind, [apiVersion, own]]) => {
    const schema = closed({ apiVersion: { const: apiVersion }, kind: { const: kind }, metadata: NAMED_REF, ...own });
    return [kind, createChecker(schema)] as const;
  }),
);

/** Returns the places where a parsed manifest is invalid. */
export function manifestProblems(manifest: { kind: string }): string[] {
  const check = checkers.get(manifest.kind);
  return check === undefined ? [`there is no kind ${manifest.kind}`] : check(manifest);
}
