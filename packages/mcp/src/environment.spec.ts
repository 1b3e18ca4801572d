import { jest } from '@jest/globals';
import { readEnvironment } from './environment.js';

describe('the environment', () => {
  afterEach(() => jest.restoreAllMocks());

  it('counts a blank variable as absent, and ignores white space around values', () => {
    jest.replaceProperty(process, 'env', {
      PRESAGE_URL: ' ',
      PRESAGE_API_KEY: ' \n',
      PRESAGE_MCP_ALLOWED_HOSTS: 'a, b,',
    });
    const allowedHosts = ['a', 'b'];
    expect(readEnvironment()).toEqual({ baseUrl: 'http://127.0.0.1:4000', apiKey: undefined, allowedHosts });
    jest.replaceProperty(process, 'env', { PRESAGE_URL: ' http://a ', PRESAGE_API_KEY: 'key\n' });
    expect(readEnvironment()).toEqual({ baseUrl: 'http://a', apiKey: 'key', allowedHosts: [] });
  });
});
