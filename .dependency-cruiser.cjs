// Allowed imports between apps, libraries and tools, checked by `npm run check -- boundaries`. Specs are exempt.
/** @type {import('dependency-cruiser').IConfiguration} */
const npm = (...names) => `node_modules/(${names.join('|')})(/|$)`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
/** Libraries. Each imports only those above it. */
const LAYERS = [
  'common',
  'config',
  'observability',
  'persistence',
  'chain',
  'queue',
  'markets',
  'events',
  'agents',
  'engine',
  'indexer',
  'intents',
  'operations',
  'audit',
];
const layerRule = (library, index) =>
  rule(
    `${library}-imports-libraries-above-it`,
    'A library imports only those above it in LAYERS.',
    { path: `^libs/${library}/` },
    { path: `^libs/(${LAYERS.slice(index + 1).join('|')})/` },
  );

module.exports = {
  forbidden: [
    rule('no-unresolvable', 'The import does not resolve.', {}, { couldNotResolve: true }),
    rule(
      'no-circular',
      'Import circles, type-only ones included, hide the order of dependencies.',
      {},
      { circular: true },
    ),
    rule(
      'libs-never-import-apps',
      'Apps depend on libraries, not the reverse.',
      { path: '^libs/' },
      { path: '^(apps|dev)/' },
    ),
    rule(
      'apps-never-import-apps',
      'Apps share code through libraries.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'packages-import-nothing-here',
      'Published packages depend on npm packages and on the index of another published package.',
      { path: '^packages/([^/]+)/' },
      {
        path: '^(apps|dev|libs|migrations|tools|test|packages)/',
        pathNot: ['^packages/$1/', '^packages/(sdk|mcp)/src/index\\.ts$'],
      },
    ),
    rule(
      'console-calls-the-sdk-only',
      'The console runs in browsers and knows the API through the published SDK.',
      { path: '^apps/console/' },
      {
        path: '^(apps|dev|libs|migrations|tools|test|packages)/',
        pathNot: ['^apps/console/', '^packages/sdk/src/index\\.ts$'],
      },
    ),
    rule(
      'product-never-imports-dev-or-tools',
      'dev/, tools/ and test/ are not in the image.',
      { path: '^(apps|libs|packages|migrations)/' },
      { path: '^(dev|tools|test)/' },
    ),
    rule(
      'dev-never-imports-tools',
      'The image for trials has dev/, and neither tools/ nor test/.',
      { path: '^dev/' },
      { path: '^(tools|test)/' },
    ),
    rule(
      'migrations-import-no-product-code',
      'A migration means the same in every later version.',
      { path: '^migrations/' },
      { path: '^(apps|libs|packages)/' },
    ),
    rule(
      'libs-only-through-index',
      'A library is imported through its index.ts, as @app/<lib>.',
      { path: '^(?:apps|dev|libs)/([^/]+)/' },
      { path: '^libs/[^/]+/src/', pathNot: ['^libs/[^/]+/src/index\\.ts$', '^libs/$1/'] },
    ),
    ...LAYERS.slice(0, -1).map(layerRule),
    rule(
      'libraries-have-a-layer',
      'LAYERS lists every library.',
      { path: '^libs/', pathNot: `^libs/(${LAYERS.join('|')})/` },
      { path: '' },
    ),
    rule(
      'domain-is-pure',
      'Domain code needs no framework, database or network.',
      { path: '^libs/.+/domain/' },
      {
        path: npm('@nestjs', 'typeorm', 'pg', 'bullmq', 'ioredis', 'fastify', 'class-validator', 'nodemailer'),
      },
    ),
    rule(
      'domain-knows-no-persistence',
      'Domain code does not depend on storage.',
      { path: '^libs/.+/domain/' },
      { path: '/persistence/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'api-reference-renders-its-input',
      'The reference page is rendered from an OpenAPI document, whatever produced it.',
      { path: '^apps/api/src/docs/reference/' },
      { path: '^(apps/|libs/|node_modules/)', pathNot: '^(apps/api/src/docs/reference|libs/common)/' },
    ),
    rule(
      'typeorm-only-in-entities-and-repositories',
      'Tables are described by entities and read through repositories.',
      { pathNot: ['^libs/persistence/', '^migrations/', '^apps/api/src/health/', '\\.(entity|repository)\\.ts$'] },
      { path: npm('typeorm') },
    ),
    rule(
      'pg-only-at-the-edges',
      'Connections are opened in persistence, the queue, the embedded server and tools.',
      { pathNot: ['^libs/(persistence|queue)/', '^(dev|tools)/'] },
      { path: npm('pg') },
    ),
    rule(
      'bullmq-only-in-queue',
      'Other code enqueues through JobQueue.',
      { pathNot: '^(libs/queue|tools)/' },
      { path: npm('bullmq', 'ioredis') },
    ),
    rule(
      'ethers-only-in-adapters',
      'Other code does not encode chain data.',
      {
        pathNot: '^(libs/chain|apps/worker/src/custody|dev|tools)/|^libs/common/src/(address|json-rpc-client)',
      },
      { path: npm('ethers') },
    ),
    rule(
      'otel-sdk-in-one-file',
      'Product code uses the OpenTelemetry API; one file registers the SDK.',
      { pathNot: '^libs/observability/src/tracing/(otel-sdk|tracing\\.spec)' },
      { path: 'node_modules/@opentelemetry/(?!api/)' },
    ),
    rule(
      'otel-only-on-demand',
      'A process without an OTLP endpoint does not load the SDK.',
      {},
      { path: '^libs/observability/src/tracing/otel-sdk', dynamic: false },
    ),
    rule(
      'dashboard-only-on-demand',
      'A process that nobody asks for its queues does not load bull-board.',
      { pathNot: '^libs/queue/src/dashboard/open-dashboard' },
      {
        path: ['^libs/queue/src/dashboard/open-dashboard', npm('@bull-board')],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'metrics-in-one-file',
      'Other code counts through Metrics.',
      { pathNot: '^libs/observability/src/metrics/metrics' },
      { path: npm('prom-client') },
    ),
    rule(
      'http-only-in-apps',
      'HTTP frameworks belong to apps.',
      { path: '^libs/' },
      { path: npm('fastify', '@nestjs/platform-fastify', 'class-validator') },
    ),
    rule(
      'credentials-live-in-the-worker',
      'No other app, and no library, holds a credential of the chain or the wallet provider.',
      { path: '^(apps|libs)/', pathNot: '^apps/worker/' },
      { path: '^apps/worker/src/custody/' },
    ),
    rule(
      'product-needs-no-dev-package',
      'A deployed product is installed without development dependencies.',
      { pathNot: '^(apps/console|dev|packages|tools)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    doNotFollow: { path: ['node_modules', '^test/'] },
    // The callers of the generated clients import what tools/lab/interop generates, the MCP clients its packages, and
    // Ponder provides its project's imports.
    exclude: {
      path: [
        ...['spec\\.ts$', '^(contracts|dist|packages/[^/]+/dist)/', '/generated/'],
        ...['^tools/docs/site/', '^tools/lab/interop/(callers|mcp)/', '^tools/lab/indexer/ponder/'],
      ],
    },
  },
};
