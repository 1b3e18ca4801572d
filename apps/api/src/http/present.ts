import { DECORATORS } from '@nestjs/swagger';
import { type CamelCase, camelCase, plainText, toChecksumAddress } from '@app/common';

/** Values of a DTO by the names that records have for them: `createdAt`, a Date, for `created_at`. */
type Presentable<Dto> = {
  readonly [Name in keyof Dto as Name extends string ? CamelCase<Name> : never]: Dto[Name] | DateOf<Dto[Name]>;
};
type DateOf<Value> = string extends Value ? Date : never;

interface DtoClass<Dto> {
  new (): Dto;
  readonly prototype: Dto;
}

const fieldsByDto = new WeakMap<object, readonly (readonly [name: string, property: string])[]>();

/** A DTO with the documented fields of a record. Fields that the DTO lacks are left out. */
export function present<Dto extends object>(dto: DtoClass<Dto>, record: Presentable<Dto> & object): Dto {
  const presented = new dto();
  for (const [name, property] of fieldsOf(dto)) {
    const value: unknown = Reflect.get(record, property);
    Reflect.set(presented, name, value instanceof Date ? value.toISOString() : value);
  }
  return presented;
}

/** Names of the documented fields, with those of records. */
function fieldsOf({ prototype }: DtoClass<object>): readonly (readonly [name: string, property: string])[] {
  const known = fieldsByDto.get(prototype);
  if (known !== undefined) return known;
  const documented: unknown = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype);
  // They begin with a colon.
  const names = Array.isArray(documented) ? documented.map((name) => String(name).slice(1)) : [];
  const fields = names.map((name) => [name, camelCase(name)] as const);
  fieldsByDto.set(prototype, fields);
  return fields;
}

/** An address in the checksummed form of the wire. */
export function checksummed(address: string | null): string | null {
  return address === null ? null : toChecksumAddress(address);
}

/** Text of a creator, as one line without hidden characters. */
export function plain(text: string | null): string | null {
  return text === null ? null : plainText(text);
}
