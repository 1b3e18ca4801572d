import { loadDevnetSettings } from '@app/config';
import { renderStartupBanner } from './startup-banner.js';

describe('renderStartupBanner', () => {
  it('names every place and three commands that use the settings', () => {
    const settings = loadDevnetSettings({ API_PORT: '5000', API_HOST: '0.0.0.0', WORKERS: '2', CHAIN_PORT: '9545' });
    const board = renderStartupBanner({ settings, dataFolder: '/data', elapsed: '4.2 s' });
    expect(board).toContain('Presage is ready after 4.2 s.');
    expect(board).toContain('API              http://127.0.0.1:5000');
    expect(board).toContain('http://127.0.0.1:4001/readyz  http://127.0.0.1:4002/readyz');
    expect(board).toContain('http://127.0.0.1:9545  (chain id 31999)');
    expect(board).toContain('/data');
    expect(board.match(/^ {2}curl /gm)).toHaveLength(3);
    expect(Math.max(...board.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
  });
});
