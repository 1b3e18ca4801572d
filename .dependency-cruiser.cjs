// Which room may know which. `npm run check` holds the tree to it; tests may reach anywhere.
/** @type {import('dependency-cruiser').IConfiguration} */
const npm = (...names) => `node_modules/(${names.join('|')})(/|$)`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const FOUNDATION = 'common|config|observability';
const FEATURES = 'agents|markets';
const ADAPTERS = 'chain|custody|queue|mailer';

module.exports = {
  forbidden: [
    rule('no-unresolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    rule('no-circular', 'A circle has no order in which it can be understood.', {}, { circular: true }),
    rule('libs-never-import-apps', 'Libraries serve apps, not the reverse.', { path: '^libs/' }, { path: '^apps/' }),
    rule(
      'apps-never-import-apps',
      'Processes share libraries, not insides.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'product-never-imports-tools',
      'Simulation, chaos, benchmarks and test support are not in the image.',
      { path: '^(apps|libs|packages|migrations)/' },
      { path: '^(tools|test)/' },
    ),
    rule(
      'libs-only-through-index',
      'A library is entered by its index.ts, as @app/<lib>.',
      { path: '^(?:apps|libs)/([^/]+)/' },
      { path: '^libs/[^/]+/src/', pathNot: ['^libs/[^/]+/src/index\\.ts$', '^libs/$1/'] },
    ),
    rule(
      'domain-is-pure',
      'Rules are decided without frameworks, databases or networks.',
      { path: '^libs/.+/domain/' },
      {
        path: npm(
          '@nestjs',
          'typeorm',
          'pg',
          'bullmq',
          'ioredis',
          'fastify',
          'class-validator',
          'class-transformer',
          'nodemailer',
        ),
      },
    ),
    rule(
      'domain-knows-no-persistence',
      'A domain says what is true, not where it is kept.',
      { path: '^libs/.+/domain/' },
      { path: '/persistence/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'foundation-below-everything',
      'What everybody stands on stands on nothing.',
      { path: `^libs/(${FOUNDATION})/` },
      { path: '^libs/', pathNot: `^libs/(${FOUNDATION})/` },
    ),
    rule(
      'persistence-below-features',
      'The database library knows no feature.',
      { path: '^libs/persistence/' },
      { path: '^libs/', pathNot: `^libs/(${FOUNDATION}|persistence)/` },
    ),
    rule(
      'features-know-no-adapter',
      'Features name ports; apps bind adapters to them.',
      { path: `^libs/(${FEATURES}|engine)/` },
      { path: `^libs/(${ADAPTERS.replace('queue|', '')})/` },
    ),
    rule(
      'markets-never-import-agents',
      'The core records do not depend on the agent surface.',
      { path: '^libs/markets/' },
      { path: '^libs/(agents|engine)/' },
    ),
    rule(
      'agents-never-import-engine',
      'The agent surface names what it needs of the engine as a port.',
      { path: '^libs/agents/' },
      { path: '^libs/(engine|queue|tasks)/' },
    ),
    rule(
      'typeorm-only-in-persistence',
      'Everybody else speaks SQL through Database.',
      { pathNot: ['^libs/persistence/', '^migrations/', '^apps/api/src/health/'] },
      { path: npm('typeorm') },
    ),
    rule(
      'pg-only-at-the-edges',
      'Connections are opened in three places.',
      { pathNot: ['^libs/(persistence|queue)/', '^apps/devnet/', '^tools/'] },
      { path: npm('pg') },
    ),
    rule(
      'bullmq-only-in-queue',
      'Everything else enqueues through JobQueue.',
      { pathNot: '^(libs/queue|tools)/' },
      { path: npm('bullmq', 'ioredis') },
    ),
    rule(
      'ethers-only-in-adapters',
      'Chain bytes are made in few places.',
      { pathNot: '^(libs/(chain|contracts)|apps/(wallet-provider|devnet)|tools)/|^libs/common/src/(address|json-rpc-client)' },
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
      'metrics-in-one-file',
      'Everybody else counts by Metrics.',
      { pathNot: '^libs/observability/src/metrics/metrics' },
      { path: npm('prom-client') },
    ),
    rule(
      'http-only-in-apps',
      'HTTP ends at the controllers.',
      { path: '^libs/' },
      { path: npm('fastify', '@nestjs/platform-fastify', 'class-validator', 'class-transformer') },
    ),
    rule(
      'api-holds-no-credential',
      'The API never reaches the wallet provider.',
      { path: '^apps/api/' },
      { path: '^libs/custody/' },
    ),
    rule(
      'product-needs-no-dev-package',
      'A deployed product is installed without development dependencies.',
      { pathNot: '^(apps/(devnet|wallet-provider)|tools)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['spec\\.ts$', '^(test|contracts)/', '/generated/'] },
  },
};
