import { loadDevnetSettings } from '@app/config';
import { renderStartupBanner } from './startup-banner.js';

const render = (env: Readonly<Record<string, string>>): string =>
  renderStartupBanner({ settings: loadDevnetSettings(env), dataFolder: '/data', elapsed: '4.2 s' });

describe('renderStartupBanner', () => {
  it('shows reference, page for agents, tour, addresses, logs and commands of the settings', () => {
    const banner = render({ API_PORT: '5000', API_HOST: '0.0.0.0', WORKERS: '2', CHAIN_PORT: '9545' });
    expect(banner).toContain('Presage is ready after 4.2 s.');
    expect(banner).toContain('API              http://127.0.0.1:5000\n');
    expect(banner).toContain('http://127.0.0.1:5000/console\n');
    expect(banner).toContain('http://127.0.0.1:5000/docs\n');
    expect(banner).toContain('http://127.0.0.1:5000/llms.txt\n');
    expect(banner).toContain('docs/tour.md');
    expect(banner).toContain('http://127.0.0.1:4001/readyz  http://127.0.0.1:4002/readyz');
    expect(banner).toContain('http://127.0.0.1:9545  (JSON-RPC, chain id 31999)');
    expect(banner).toContain('{"mcpServers":{"presage":{"type":"http","url":"http://127.0.0.1:4030/mcp"}}}');
    expect(banner).toContain('/data/logs');
    expect(banner).toContain("  curl 'http://127.0.0.1:5000/markets?tradable=true'\n");
    expect(banner).toContain('  API=http://127.0.0.1:5000 node examples/agent.mjs\n');
    expect(Math.max(...banner.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });

  it('does not name a console that is switched off', () => {
    expect(render({ CONSOLE_ENABLED: 'false' })).not.toMatch(/console/i);
  });

  it('says whether API keys are needed, and how to make one', () => {
    expect(render({})).toContain('not needed; AUTH_MODE=api_key npm start requires them');
    expect(render({})).toContain('\n  node examples/agent.mjs\n');
    const banner = render({ AUTH_MODE: 'api_key', PRESAGE_DATA_DIR: '.data-second' });
    expect(banner).toContain('needed for writes: PRESAGE_DATA_DIR=.data-second npm run ops -- accounts init\n');
    expect(banner).toContain('  API_KEY=presage_… node examples/agent.mjs\n');
    expect(banner).toContain('"headers":{"Authorization":"Bearer presage_…"}');
  });
});
