import type { ErrorCode, Json } from '@app/common';
import type { JsonSchema } from './field-type.js';

interface DeclaredFields {
  readonly name: string;
  readonly prototype: object;
}

/** What reads a part of a request says what it takes and how it refuses: the API's description is made from that. */
export type ArgumentDescription =
  | {
      readonly in: 'path';
      readonly schema: JsonSchema;
      readonly doc: string;
      readonly example: Json;
      readonly refusals: readonly ErrorCode[];
    }
  | { readonly in: 'query'; readonly fields: DeclaredFields; readonly refusals: readonly ErrorCode[] }
  | {
      readonly in: 'body';
      /** By name; a body is read by one of them. */
      readonly variants: Readonly<Record<string, BodyVariant>>;
      readonly refusals: readonly ErrorCode[];
    };

/** One kind of body. */
export interface BodyVariant {
  readonly fields: DeclaredFields;
  /** Schemas in place of those that the fields have, such as the actions that a body is for. */
  readonly narrowed?: Readonly<Record<string, JsonSchema>>;
  /** By name: what an example says besides, or instead of, the examples of the fields. One alike the fields' by default. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** A pipe that describes the argument which it reads. */
export interface DescribedPipe {
  readonly describes: ArgumentDescription;
  transform(value: unknown): unknown;
}

export function isDescribedPipe(value: unknown): value is DescribedPipe {
  return typeof value === 'object' && value !== null && 'describes' in value && 'transform' in value;
}
