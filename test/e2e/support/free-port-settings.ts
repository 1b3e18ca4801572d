import { DEVNET_FIELDS } from '@app/config';
import { findFreePort, findFreePortRange } from '../../support/free-ports.js';

/** Settings with a port, or with the first of several ports. */
export const PORT_SETTINGS = Object.keys(DEVNET_FIELDS).filter((name) => name.endsWith('_PORT'));

/** Returns free ports for all port settings, with one worker. */
export async function freePortSettings(): Promise<Record<string, string>> {
  const found = PORT_SETTINGS.map(async (name): Promise<[string, string]> => {
    // METRICS_PORT is the API's, and the next ones the worker's and that of webhooks.
    const port = name === 'METRICS_PORT' ? await findFreePortRange(3) : await findFreePort();
    return [name, String(port)];
  });
  return Object.fromEntries(await Promise.all(found));
}
