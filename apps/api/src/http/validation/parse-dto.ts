import { validateSync, type ValidationError } from 'class-validator';
import { AppError, type ErrorCode, isRecord } from '@app/common';
import { type DtoClass, type Field, fieldsOf, type UnknownFields } from './field.js';

/** Unknown fields of one object that an answer names. */
const MAX_NAMED_FIELDS = 20;

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
  const failures = collectFailures({ dto, source, errors, unknown: options.unknown });
  const first = failures.find(({ code }) => code !== undefined) ?? failures[0];
  if (first === undefined) {
    if (options.unknown === 'ignored') rememberIgnored(instance, dto, source);
    return instance;
  }
  const details = failures.filter(({ code }) => code === first.code).map(({ detail }) => detail);
  // A required field may have been misspelt.
  const mayBeMisspelt = options.unknown === 'ignored' && details.some((detail) => detail.endsWith(' is required'));
  if (mayBeMisspelt && first.code === undefined) details.push(...ignoredIn(dto, source, ''));
  throw new AppError(first.code ?? options.code, { details });
}

const ignoredByDto = new WeakMap<object, readonly string[]>();

/** Warnings about fields of the parsed JSON object that its DTO does not have. */
export function ignoredFieldsOf(dto: object): readonly string[] {
  return ignoredByDto.get(dto) ?? [];
}

function rememberIgnored(instance: object, dto: DtoClass, source: object): void {
  const ignored = ignoredIn(dto, source, '');
  if (ignored.length > 0) ignoredByDto.set(instance, ignored);
}

/** One text for each object with unknown fields. */
function ignoredIn(dto: DtoClass, source: object, path: string): string[] {
  const fields = fieldsOf(dto.prototype);
  // Null and blank mean absent.
  const names = unknownNames(fields, source).filter((name) => !isAbsent(Reflect.get(source, name), {}, 'absent'));
  const own = names.map((name) => `${path}${printable(name)}`).join(', ');
  const nested = [...fields].flatMap(([name, field]) => {
    const value: unknown = field.nested && Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
    return field.nested !== undefined && isRecord(value) ? ignoredIn(field.nested.dto, value, `${path}${name}.`) : [];
  });
  if (names.length === 0) return nested;
  return [`these fields were ignored: ${own}; known fields are ${knownNames(fields)}`, ...nested];
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

function collectFailures({ dto, source, errors, unknown, path = '' }: Validated): Failure[] {
  const fields = fieldsOf(dto.prototype);
  const failures: Failure[] = [];
  for (const [name, { nested, code }] of fields) {
    const error = errors.find(({ property }) => property === name);
    if (error !== undefined)
      failures.push(...ownDetails(error).map((detail) => ({ code, detail: `${path}${detail}` })));
    const value: unknown = nested && Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
    if (nested !== undefined && isRecord(value)) {
      failures.push(
        ...collectFailures({
          dto: nested.dto,
          source: value,
          errors: error?.children ?? [],
          unknown: unknown === 'refused' ? unknown : nested.unknown,
          path: `${path}${name}.`,
        }),
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
  const known = knownNames(fields);
  return unknownNames(fields, source).map((name) => ({
    code: undefined,
    detail: `${path}${printable(name)} is unknown; known fields are ${known}`,
  }));
}

/** The first unknown names: a body may have thousands. */
function unknownNames(fields: ReadonlyMap<string, Field>, source: object): string[] {
  return Object.keys(source)
    .filter((name) => !fields.has(name))
    .slice(0, MAX_NAMED_FIELDS);
}

function knownNames(fields: ReadonlyMap<string, Field>): string {
  return [...fields].flatMap(([name, { preserve }]) => (preserve === 'all' ? [] : [name])).join(', ');
}

/** A name that the client sent, shortened and reduced to ASCII. */
function printable(name: string): string {
  return name.slice(0, 40).replaceAll(/[^\x20-\x7e]/g, '?');
}
