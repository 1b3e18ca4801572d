import { describeMisspelt, findMisspeltSettings } from './misspelt-settings.js';

/** Names that Kubernetes sets in every container for a service with this name. */
function serviceVariables(service: string, port: number): Record<string, string> {
  const prefix = service.toUpperCase().replaceAll('-', '_');
  const url = `tcp://10.96.0.12:${port}`;
  return {
    [`${prefix}_SERVICE_HOST`]: '10.96.0.12',
    [`${prefix}_SERVICE_PORT`]: String(port),
    [`${prefix}_SERVICE_PORT_HTTP`]: String(port),
    [`${prefix}_PORT`]: url,
    [`${prefix}_PORT_${port}_TCP`]: url,
    [`${prefix}_PORT_${port}_TCP_PROTO`]: 'tcp',
    [`${prefix}_PORT_${port}_TCP_PORT`]: String(port),
    [`${prefix}_PORT_${port}_TCP_ADDR`]: '10.96.0.12',
  };
}

const SERVICES = ['api', 'apis', 'worker', 'workers', 'webhook', 'webhooks', 'mcp', 'mpc', 'chain', 'presage'];

/** Variables of shells, Node, CI services, containers and of other programs on the same machine. */
const COMMON = `
  HOME PATH PWD OLDPWD SHELL SHLVL USER LOGNAME LANG LC_ALL TERM TZ TMPDIR EDITOR DISPLAY HOSTNAME HOSTTYPE _ COLUMNS LINES
  XDG_RUNTIME_DIR XDG_DATA_HOME SSH_AUTH_SOCK SSH_CONNECTION DBUS_SESSION_BUS_ADDRESS INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET
  NODE NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_NO_WARNINGS NPM_TOKEN NVM_DIR NVM_BIN INIT_CWD COLOR
  npm_config_cache npm_lifecycle_event npm_execpath npm_package_name FORCE_COLOR NO_COLOR DEBUG YARN_VERSION COREPACK_HOME
  http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY
  CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_REF GITHUB_SHA GITHUB_WORKSPACE GITHUB_API_URL GITHUB_SERVER_URL GITHUB_RUN_ID RUNNER_OS
  RUNNER_TEMP RUNNER_NAME ImageOS GITLAB_CI CI_JOB_ID CI_JOB_TOKEN CI_API_V4_URL CI_SERVER_HOST CI_SERVER_PORT CI_REGISTRY
  CI_COMMIT_SHA CI_PROJECT_DIR BUILD_ID BUILD_URL JENKINS_URL JOB_NAME WORKSPACE EXECUTOR_NUMBER CIRCLECI CIRCLE_SHA1 TRAVIS
  BUILDKITE TF_BUILD AGENT_ID AGENT_NAME SYSTEM_TEAMPROJECT
  KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT KUBERNETES_PORT_443_TCP POD_NAME POD_IP POD_NAMESPACE NODE_NAME
  DOCKER_HOST DOCKER_BUILDKIT COMPOSE_PROJECT_NAME container ECS_CONTAINER_METADATA_URI_V4 AWS_REGION AWS_ACCESS_KEY_ID
  AWS_SECRET_ACCESS_KEY GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_ID DYNO PORT HOST WEB_CONCURRENCY VERCEL_URL RENDER FLY_APP_NAME
  APP_HOST APP_PORT APP_URL APP_ENV APP_KEY APP_DEBUG API_KEY API_URL API_BASE_URL API_TOKEN API_SECRET TCP_PORT HTTP_PORT UDP_PORT
  SERVER_PORT METRIC_PREFIX LOG_FILE LOG_DIR LOG_PATH LOG_COLOR AUTH_CODE AUTH_TOKEN AUTH_SECRET JWT_SECRET SECRET_KEY SESSION_KEY
  DB_HOST DB_PORT DB_URL DB_USER DB_PASSWORD DATABASE_URI DATABASE_HOST DATABASE_PORT DATABASE_NAME DATABASE_USER DATABASE_PASSWORD
  POSTGRES_HOST POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB POSTGRES_URL PGHOST PGPORT PGUSER PGDATA REDIS_URL REDIS_HOST REDIS_PORT
  REDIS_PASSWORD SMTP_HOST SMTP_USER SMTP_PASSWORD SMTP_FROM MAIL_HOST MAIL_PORT MAIL_USER RPC_URL CHAIN_NAME CHAIN_HOST ETH_RPC_URL
  PROVIDER_URL PROVIDER_NAME FACTORY_NAME WORKER_ID WORKER_NAME JEST_WORKER_ID PYTEST_XDIST_WORKER QUEUE_NAME QUEUE_HOST
  OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_RESOURCE_ATTRIBUTES OTEL_TRACES_EXPORTER SENTRY_DSN
  WEBHOOK_URL WEBHOOK_SECRET MCP_HOST MCP_SERVER_URL OPENAI_API_KEY ANTHROPIC_API_KEY STAKE BUDGET EVERY_S API DATA_DIR AGENT URL
`.trim();

describe('findMisspeltSettings', () => {
  it.each([
    ['API_PROT', 'API_PORT'],
    ['API_PRT', 'API_PORT'],
    ['API_POORT', 'API_PORT'],
    ['APIPORT', 'API_PORT'],
    ['API_PIRT', 'API_PORT'],
    ['api_port', 'API_PORT'],
    ['WORKER', 'WORKERS'],
    ['WEBHOOK_PORT', 'WEBHOOKS_PORT'],
    ['AUTH_MOD', 'AUTH_MODE'],
    ['POSTGRS_PORT', 'POSTGRES_PORT'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['PRESAGE_DATADIR', 'PRESAGE_DATA_DIR'],
    ['PRESAGE_DATA_DRI', 'PRESAGE_DATA_DIR'],
    ['PRESAGE_API_PORT', 'API_PORT'],
    ['PRESAGE_AGNET', 'PRESAGE_AGENT'],
    ['PRESAGE_COLOUR', null],
  ])('names %s and the setting %s', (name, meant) => {
    const found = findMisspeltSettings({ [name]: '7777', API_HOST: '127.0.0.1' });
    expect(found).toEqual([{ name, meant }]);
    expect(JSON.stringify(found)).not.toContain('7777');
  });

  it('accepts every setting, and variables of other programs', () => {
    const names = COMMON.split(/\s+/);
    expect(names.length).toBeGreaterThan(150);
    const env = Object.fromEntries([...names, 'PRESAGE_URL', 'API_PORT', 'FAILPOINTS'].map((name) => [name, '1']));
    expect(findMisspeltSettings(env)).toEqual([]);
  });

  it.each(SERVICES)('accepts what Kubernetes sets for a service named %s', (service) => {
    expect(findMisspeltSettings(serviceVariables(service, 4000))).toEqual([]);
  });

  it('is described in one line', () => {
    expect(describeMisspelt({ name: 'API_PROT', meant: 'API_PORT' })).toBe(
      'API_PROT is not a setting; did you mean API_PORT',
    );
    expect(describeMisspelt({ name: 'PRESAGE_COLOUR', meant: null })).toBe('PRESAGE_COLOUR is not a setting');
  });
});
