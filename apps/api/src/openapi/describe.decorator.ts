import type { ErrorCode, Json } from '@app/common';
import type { JsonSchema } from '../http/index.js';
import type { Tag } from './tags.js';
import type { Shape } from './wire/shape.js';

/** One status that an operation answers with. */
export interface AnswerDescription {
  readonly what: string;
  readonly shape: Shape<never>;
  /** By name; the shape's own example when left out. */
  readonly examples?: Readonly<Record<string, Json>>;
  readonly headers?: readonly AnswerHeader[];
  /** `application/json` unless told otherwise. */
  readonly mediaType?: string;
}

export type AnswerHeader = 'Location' | 'Retry-After';

/** A header that an operation reads. */
export interface HeaderDescription {
  readonly name: string;
  readonly doc: string;
  readonly schema: JsonSchema;
  readonly example: Json;
}

/** What the code does not say of an operation by itself. Its path, arguments and their refusals are read from the code. */
export interface OperationDescription {
  /** Unique: what generated clients call it. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Paragraphs are separated by blank lines; `code` stands in backticks. */
  readonly details?: string;
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** The errors of the operation itself; those of its arguments, and those that any request can have, come besides. */
  readonly failures: readonly ErrorCode[];
  readonly requestHeaders?: readonly HeaderDescription[];
}

const descriptions = new WeakMap<object, OperationDescription>();

/** Describes a route's handler in `/openapi.json` and on `/docs`. */
export function Describe(description: OperationDescription): MethodDecorator {
  return (_target, _name, descriptor) => {
    if (typeof descriptor.value === 'function') descriptions.set(descriptor.value, description);
  };
}

export function descriptionOf(handler: object): OperationDescription | undefined {
  return descriptions.get(handler);
}
