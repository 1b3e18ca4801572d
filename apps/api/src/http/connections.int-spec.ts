import { expect } from '@jest/globals';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { connect, exchange, readResponses } from '../../../../test/conformance/support/raw-socket.js';

const REQUEST = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
const MAX = 10;

describe('API_CONNECTIONS_MAX', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ API_CONNECTIONS_MAX: MAX });
  });
  afterAll(() => api.stop());

  it('closes connections above the maximum, and idle ones, so that the next client gets an answer', async () => {
    const idle: Socket[] = [];
    for (let index = 0; index < MAX; index += 1) {
      const socket = connect(api.url);
      socket.write(REQUEST);
      await readResponses(socket, 1);
      idle.push(socket);
    }
    const closed = Promise.all(idle.map((socket) => once(socket, 'close')));
    const refused = connect(api.url);
    refused.on('error', () => undefined);
    await once(refused, 'close');
    await closed;
    expect(await exchange(api.url, REQUEST)).toMatchObject({ status: 200 });
  });
});
