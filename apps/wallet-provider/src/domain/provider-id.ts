import { randomUUID } from 'node:crypto';

/** A random id that looks like a version 5 UUID, as the provider's own do: a client that insists on version 4 fails here. */
export function newProviderId(): string {
  const uuid = randomUUID();
  return `${uuid.slice(0, 14)}5${uuid.slice(15)}`;
}
