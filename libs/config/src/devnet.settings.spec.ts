import { inheritedEnvironment, loadDevnetSettings } from './devnet.settings.js';

describe('loadDevnetSettings', () => {
  it('has a default for every field', () => {
    expect(loadDevnetSettings({})).toEqual({
      PRESAGE_DATA_DIR: '.data',
      API_HOST: '127.0.0.1',
      AUTH_MODE: 'off',
      CONSOLE_ENABLED: true,
      DEMO_DATA: true,
      LOG_FORMAT: 'auto',
      API_PORT: 4000,
      WORKER_PORT: 4001,
      WORKERS: 1,
      METRICS_PORT: 4020,
      WEBHOOKS_PORT: 4040,
      MCP_PORT: 4030,
      PROVIDER_PORT: 4010,
      POSTGRES_PORT: 54_329,
      CHAIN_PORT: 8545,
      SMTP_PORT: 1025,
      INBOX_PORT: 1080,
    });
  });

  it.each(['0', '65536', '80.5', 'http', '-1'])('refuses %s as a port and names the variable', (value) => {
    expect(() => loadDevnetSettings({ CHAIN_PORT: value })).toThrow(
      /CHAIN_PORT must be a whole number from 1 to 65535/,
    );
  });
});

describe('inheritedEnvironment', () => {
  it('drops npm_* and PG* variables', () => {
    const others = { npm_config_x: '1', PGSSLMODE: 'require', EMPTY: undefined };
    expect(inheritedEnvironment({ LOG_LEVEL: 'debug', ...others })).toEqual({
      LOG_LEVEL: 'debug',
    });
  });
});
