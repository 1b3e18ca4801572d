import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '@app/common';

/** Time in ms of one query of the name server, which is sent twice. */
const QUERY_TIMEOUT_MS = 2_000;
const TRIES = 2;

/** A name has an address that is not public. */
export class ForbiddenAddressError extends Error {}

/**
 * Resolves names for `net.connect`, which connects to one of the returned addresses and to no other. Refuses a name with
 * any address that is not public. Node's own lookup runs on four threads, which slow name servers could occupy, and
 * searches local domains.
 */
export function publicLookup(resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES })): LookupFunction {
  return (hostname, { all = false }, callback) => {
    resolveAddresses(resolver, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new Error('the name has no address'), '');
        else if (all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('lookup failed'), ''),
    );
  };
}

async function resolveAddresses(resolver: Resolver, hostname: string): Promise<{ address: string; family: number }[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new ForbiddenAddressError('not public');
  return addresses;
}
