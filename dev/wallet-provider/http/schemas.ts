import { ProviderError } from '../domain/provider-error.js';
import { type TUnsafe, Type } from '@sinclair/typebox';

const HEX = '[0-9a-fA-F]';

export const Text = Type.String();
export const Uuid = Type.String({ pattern: `^${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}$` });
export const Address = Type.String({ pattern: `^0x${HEX}{40}$` });
export function oneOf<const T extends string>(texts: readonly T[]): TUnsafe<T> {
  return Type.Unsafe<T>({ enum: texts });
}

export const IdParams = Type.Object({ id: Uuid });

export const COMMAND_FIELDS = {
  idempotencyKey: Type.String({ pattern: `^${HEX}{8}-${HEX}{4}-4${HEX}{3}-[89abAB]${HEX}{3}-${HEX}{12}$` }),
  entitySecretCiphertext: Text,
};

/** @throws ProviderError for another blockchain than the served one */
export function checkBlockchain(served: string, requested: string): void {
  if (requested !== served) throw new ProviderError('blockchainUnsupported');
}
