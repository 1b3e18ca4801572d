import { createServer, type AddressInfo, type Server } from 'node:net';
import { loadDevnetSettings } from '@app/config';
import { findFreePort } from '../processes/ports.js';
import { checkPorts, freePortSettings, workerPorts } from './port-check.js';

async function freeSettings(changes: Record<string, string> = {}) {
  return loadDevnetSettings({ ...(await freePortSettings()), ...changes });
}

describe('checkPorts', () => {
  let server: Server;
  let taken: string;

  beforeEach(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    taken = String((server.address() as AddressInfo).port);
  });

  afterEach(() => server.close());

  it('accepts free ports', async () => {
    await expect(checkPorts(await freeSettings())).resolves.toBeUndefined();
  });

  it('names every port that is taken, and its setting', async () => {
    const settings = await freeSettings({ CHAIN_PORT: taken });
    await expect(checkPorts(settings)).rejects.toThrow(
      `Port ${taken} (the chain) is already in use. Free it, or choose another one: CHAIN_PORT=<port> npm start`,
    );
  });

  it('names both settings when two parts want one port', async () => {
    const port = await findFreePort();
    const settings = await freeSettings({ API_PORT: String(port), SMTP_PORT: String(port) });
    await expect(checkPorts(settings)).rejects.toThrow(
      `Port ${port} is wanted by the API and by e-mail: change API_PORT or SMTP_PORT.`,
    );
  });

  it('counts one port for each worker', () => {
    expect(workerPorts(loadDevnetSettings({ WORKERS: '3' }))).toEqual([4001, 4002, 4003]);
  });
});
