import { loadDevnetSettings } from '@app/config';
import { renderStartupBanner } from './startup-banner.js';

describe('renderStartupBanner', () => {
  it('shows the addresses and three commands of the settings', () => {
    const settings = loadDevnetSettings({ API_PORT: '5000', API_HOST: '0.0.0.0', WORKERS: '2', CHAIN_PORT: '9545' });
    const banner = renderStartupBanner({ settings, dataFolder: '/data', elapsed: '4.2 s' });
    expect(banner).toContain('Presage is ready after 4.2 s.');
    expect(banner).toContain('API              http://127.0.0.1:5000');
    expect(banner).toContain('http://127.0.0.1:4001/readyz  http://127.0.0.1:4002/readyz');
    expect(banner).toContain('http://127.0.0.1:9545  (chain id 31999)');
    expect(banner).toContain('{"mcpServers":{"presage":{"type":"http","url":"http://127.0.0.1:4030/mcp"}}}');
    expect(banner).toContain('/data');
    expect(banner.match(/^ {2}curl /gm)).toHaveLength(3);
    expect(Math.max(...banner.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });
});
