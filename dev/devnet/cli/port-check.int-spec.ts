import { createServer, type AddressInfo, type Server } from 'node:net';
import { loadDevnetSettings } from '@app/config';
import { findFreePort } from '../../../test/support/free-ports.js';
import { freePortSettings } from '../../../test/e2e/support/free-port-settings.js';
import { checkPorts, workerPorts } from './port-check.js';

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

  it('names a port in use and its setting', async () => {
    const settings = await freeSettings({ CHAIN_PORT: taken });
    await expect(checkPorts(settings)).rejects.toThrow(
      `Port ${taken} (the chain) is already in use. Free it, or choose another port: CHAIN_PORT=<port> npm start`,
    );
  });

  it('names both settings of a port that is set twice', async () => {
    const port = await findFreePort();
    const settings = await freeSettings({ API_PORT: String(port), SMTP_PORT: String(port) });
    await expect(checkPorts(settings)).rejects.toThrow(
      `Port ${port} is set for the API and for e-mail. Change API_PORT or SMTP_PORT.`,
    );
  });
});

describe('workerPorts', () => {
  it('returns consecutive ports, one for each worker', () => {
    expect(workerPorts(loadDevnetSettings({ WORKERS: '3' }))).toEqual([4001, 4002, 4003]);
  });
});
