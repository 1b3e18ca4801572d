import { jest } from '@jest/globals';
import { readEnvironment } from './environment.js';

describe('the environment', () => {
  afterEach(() => jest.restoreAllMocks());

  it('counts a blank variable as absent, and ignores white space around values', () => {
    jest.replaceProperty(process, 'env', { PRESAGE_URL: ' ', PRESAGE_API_KEY: ' \n', PRESAGE_AGENT: ' ' });
    expect(readEnvironment()).toEqual({ url: 'http://127.0.0.1:4000', apiKey: undefined, agentId: undefined });
    jest.replaceProperty(process, 'env', { PRESAGE_URL: ' http://a ', PRESAGE_API_KEY: 'key\n', PRESAGE_AGENT: 'a\n' });
    expect(readEnvironment()).toEqual({ url: 'http://a', apiKey: 'key', agentId: 'a' });
  });

  it('continues the trace of a well-formed TRACEPARENT only', () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    jest.replaceProperty(process, 'env', { TRACEPARENT: traceparent });
    expect(readEnvironment()).toMatchObject({ traceparent });
    for (const malformed of ['', 'a\nb', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, `${traceparent}-`]) {
      jest.replaceProperty(process, 'env', { TRACEPARENT: malformed });
      expect(readEnvironment()).toMatchObject({ traceparent: undefined });
    }
  });
});
