import { randomUUID } from 'node:crypto';

/** Creates a random id that looks like a version 5 UUID, as the provider's do: clients must not require version 4. */
export function newProviderId(): string {
  const uuid = randomUUID();
  return `${uuid.slice(0, 14)}5${uuid.slice(15)}`;
}
