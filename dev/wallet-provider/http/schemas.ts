import { ProviderError } from '../domain/provider-error.js';
import { type SchemaOptions, type TUnsafe, Type } from '@sinclair/typebox';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;
const HEX = '[0-9a-fA-F]';

// The description of a schema is shown in the message about an invalid value.
export const Text = Type.String({ description: 'string' });
export const Uuid = Type.String({ pattern: `^${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}$`, description: 'uuid' });
export const Address = Type.String({ pattern: ADDRESS.source, description: 'address' });
export function oneOf<const T extends string>(texts: readonly T[], options: SchemaOptions = {}): TUnsafe<T> {
  return Type.Unsafe<T>({ ...options, enum: texts });
}

/** A boolean, or its text. */
export const Flag = Type.Union([Type.Boolean(), oneOf(['true', 'false'])], { description: 'boolean' });
/** A decimal string or a number. */
export const Decimal = Type.Union([Type.String({ pattern: DECIMAL.source }), Type.Number({ minimum: 0 })], {
  description: 'decimal',
});
/** A string of digits or an integer. */
export const Digits = Type.Union([Type.String({ pattern: '^\\d+$' }), Type.Integer({ minimum: 0 })], {
  description: 'integer',
});

export const IdParams = Type.Object({ id: Uuid });

export const COMMAND_FIELDS = {
  idempotencyKey: Type.String({
    pattern: `^${HEX}{8}-${HEX}{4}-4${HEX}{3}-[89abAB]${HEX}{3}-${HEX}{12}$`,
    description: 'uuid',
  }),
  entitySecretCiphertext: Text,
};

const ParsableDate = Type.String({ format: 'parsable-date', description: 'date' });

export const PAGE_FIELDS = {
  pageBefore: Type.Optional(Uuid),
  pageAfter: Type.Optional(Uuid),
  pageSize: Type.Optional(Type.String({ pattern: '^0*(?:[1-9]|[1-4]\\d|50)$', description: '1..50' })),
  from: Type.Optional(ParsableDate),
  to: Type.Optional(ParsableDate),
  order: Type.Optional(oneOf(['ASC', 'DESC'], { description: 'ASC|DESC' })),
};

const MAINNETS = 'ETH AVAX MATIC ARB UNI BASE OP ARC MONAD SOL NEAR APTOS EVM'.split(' ');

/** @throws ProviderError for another blockchain than the served one */
export function checkBlockchain(served: string, requested: string): void {
  if (requested === served) return;
  throw new ProviderError(MAINNETS.includes(requested) ? 'mainnetWithTestKey' : 'blockchainUnsupported');
}

export function isAddress(value: string): boolean {
  return ADDRESS.test(value);
}

export function isDecimal(value: unknown): value is string {
  return typeof value === 'string' && DECIMAL.test(value);
}
