import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type SchemaObject } from '@nestjs/swagger';
import { IsDefined, IsOptional } from 'class-validator';
import type { ErrorCode, Json } from '@app/common';

/** A class whose fields are declared by the decorators of this folder. */
export interface DtoClass<T extends object = object> {
  new (): T;
  readonly prototype: T;
}

export interface FieldOptions {
  /** Noun phrase with unit and range, for the API's description. */
  description: string;
  /** Value in the example of the request. An optional field without one is left out of it. */
  example?: Json;
  optional?: boolean;
  /** Accepts null as a distinct value. Elsewhere null counts as absent. */
  nullable?: boolean;
  /** Value of an absent field, which is optional then. */
  default?: Json;
}

/** How one field of a request's JSON object becomes the value of the DTO, before validation. */
export interface Field {
  /** Parses a value that is present. Returns a value that it cannot parse unchanged, for validation to refuse. */
  readonly parse?: ((value: unknown) => unknown) | undefined;
  /** `null` preserves null; `all` preserves blank strings too. Otherwise both count as absent. */
  readonly preserve?: 'null' | 'all' | undefined;
  readonly default?: Json | undefined;
  /** DTO of a JSON object within the object, and whether its unknown fields are refused. */
  readonly nested?: { readonly dto: DtoClass; readonly unknown: UnknownFields } | undefined;
  /** Error code of the field's failures, in place of the endpoint's validation code. */
  readonly code?: ErrorCode | undefined;
}

export type UnknownFields = 'ignored' | 'refused';

interface FieldSchema extends Omit<SchemaObject, 'type' | 'required' | 'properties' | 'additionalProperties'> {
  readonly type?: 'string' | 'integer' | 'boolean' | 'array' | DtoClass | ArrayConstructor;
}

interface FieldDefinition extends Pick<Field, 'parse' | 'nested' | 'code'> {
  readonly schema: FieldSchema;
  /** Decorators of class-validator. Only the first failure is reported. */
  readonly rules: readonly PropertyDecorator[];
}

const fieldsByPrototype = new WeakMap<object, ReadonlyMap<string, Field>>();

/** The declared fields of a DTO class by name, those of its base classes first. */
export function fieldsOf(prototype: object): ReadonlyMap<string, Field> {
  const fields = fieldsByPrototype.get(prototype);
  if (fields !== undefined) return fields;
  const parent: unknown = Object.getPrototypeOf(prototype);
  return typeof parent === 'object' && parent !== null ? fieldsOf(parent) : new Map();
}

/** Declares a field, so that `parseDto` copies it. */
export function declareField(field: Field): PropertyDecorator {
  return (prototype, name) => {
    fieldsByPrototype.set(prototype, new Map(fieldsOf(prototype)).set(String(name), field));
  };
}

/** Composes a request field of its presence, class-validator's rules and its OpenAPI property. */
export function requestField(options: FieldOptions, definition: FieldDefinition): PropertyDecorator {
  const { description, example, nullable = false, default: fallback } = options;
  const { optional = fallback !== undefined } = options;
  const { parse, nested, schema, rules, code } = definition;
  return applyDecorators(
    declareField({ parse, nested, code, default: fallback, preserve: nullable ? 'null' : undefined }),
    optional ? IsOptional() : IsDefined({ message: '$property is required' }),
    ...rules,
    ApiProperty({
      ...schema,
      description,
      required: !optional,
      ...(example !== undefined && { example }),
      // Null in an optional field of a body counts as absent.
      ...(optional && { nullable: true }),
      ...(fallback !== undefined && fallback !== null && { default: fallback }),
    }),
  );
}
