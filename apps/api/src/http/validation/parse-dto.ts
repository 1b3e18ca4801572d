import { validateSync, type ValidationError } from 'class-validator';
import { AppError, type ErrorCode, isRecord } from '@app/common';
import { type DtoClass, type Field, fieldsOf, type UnknownFields } from './field.js';

export interface ParseOptions {
  /** Error code of failures whose field declares none. */
  readonly code: ErrorCode;
  readonly unknown: UnknownFields;
  /** Whether a blank string counts as absent. */
  readonly blank: 'absent' | 'value';
}

/**
 * Copies the declared fields of a JSON object into a DTO, parsed, and validates it with class-validator. Reads own
 * properties only and never recurses into undeclared values, so a `__proto__` key or a deeply nested value has no effect.
 * @throws {AppError} with every failure in `details`, in the order of declaration. If a field with a declared error code
 * fails, only the failures with that code are reported
 */
export function parseDto<T extends object>(dto: DtoClass<T>, source: object, options: ParseOptions): T {
  const instance = copyFields(dto, source, options.blank);
  const errors = validateSync(instance, { forbidUnknownValues: false, stopAtFirstError: true });
  const failures = failuresOf({ dto, source, errors, unknown: options.unknown });
  const first = failures.find(({ code }) => code !== undefined) ?? failures[0];
  if (first === undefined) return instance;
  const details = failures.filter(({ code }) => code === first.code).map(({ detail }) => detail);
  throw new AppError(first.code ?? options.code, { details });
}

/** A new DTO with the declared fields of a JSON object, parsed but not validated. */
export function copyFields<T extends object>(
  dto: DtoClass<T>,
  source: object,
  blank: ParseOptions['blank'] = 'absent',
): T {
  const instance = new dto();
  for (const [name, field] of fieldsOf(dto.prototype)) {
    const value: unknown = Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
    Reflect.set(instance, name, isAbsent(value, field, blank) ? field.default : parsed(value, field));
  }
  return instance;
}

function isAbsent(value: unknown, { preserve }: Field, blank: ParseOptions['blank']): boolean {
  if (value === undefined) return true;
  if (value === null) return preserve === undefined;
  return preserve !== 'all' && blank === 'absent' && typeof value === 'string' && value.trim() === '';
}

function parsed(value: unknown, { parse }: Field): unknown {
  return parse === undefined || value === null ? value : parse(value);
}

interface Failure {
  readonly code: ErrorCode | undefined;
  readonly detail: string;
}

interface Validated {
  readonly dto: DtoClass;
  readonly source: object;
  readonly errors: readonly ValidationError[];
  readonly unknown: UnknownFields;
  /** Place of the object in the body, such as `policy_metadata.`. */
  readonly path?: string;
}

function failuresOf({ dto, source, errors, unknown, path = '' }: Validated): Failure[] {
  const fields = fieldsOf(dto.prototype);
  const failures: Failure[] = [];
  for (const [name, { nested, code }] of fields) {
    const error = errors.find(({ property }) => property === name);
    if (error !== undefined)
      failures.push(...ownDetails(error).map((detail) => ({ code, detail: `${path}${detail}` })));
    const value: unknown = nested && Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
    if (nested !== undefined && isRecord(value)) {
      failures.push(
        ...failuresOf({ ...nested, source: value, errors: error?.children ?? [], path: `${path}${name}.` }),
      );
    }
  }
  if (unknown === 'refused') failures.push(...unknownFields(fields, source, path));
  return failures;
}

/** A rule on the items of an array gives one line for each. */
function ownDetails({ constraints = {} }: ValidationError): string[] {
  return Object.values(constraints).flatMap((message) => message.split('\n'));
}

function unknownFields(fields: ReadonlyMap<string, Field>, source: object, path: string): Failure[] {
  const known = [...fields].flatMap(([name, { preserve }]) => (preserve === 'all' ? [] : [name])).join(', ');
  return Object.keys(source)
    .filter((name) => !fields.has(name))
    .map((name) => ({ code: undefined, detail: `${path}${printable(name)} is unknown; known fields are ${known}` }));
}

/** A name that the client sent, shortened and reduced to ASCII. */
function printable(name: string): string {
  return name.slice(0, 40).replaceAll(/[^\x20-\x7e]/g, '?');
}
