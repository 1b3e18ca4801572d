import { validateSync } from 'class-validator';
import { AppError, type ErrorCode } from '@app/common';
import { type FieldRule, fieldRulesOf, parsedFieldsOf, sentencesOf } from './field.decorator.js';

/** A class whose fields are declared by decorators. */
export interface FieldsClass<T extends object> {
  new (): T;
  readonly name: string;
  readonly prototype: T;
  /** Rules that join several fields: told those that could be read, it gives the failures as whole sentences. */
  check?(fields: Partial<T>): readonly string[];
}

export interface ReadOptions {
  /** The code of every failure of a field that has none of its own. */
  code: ErrorCode;
  unknownFields: 'ignored' | 'refused';
  /** Whether a blank string counts as absent. */
  blank: 'absent' | 'value';
}

interface Failure {
  code: ErrorCode;
  detail: string;
}

/**
 * Reads an object's declared fields: class-validator judges them, and what passed is given on in its parsed form. Only
 * own properties count and only declared ones are looked at, so a hostile `__proto__` or a body nested a thousand levels
 * deep is an unknown field like any other.
 * @throws {AppError} with all failures in `details`; those of a field with a code of its own go before all others
 */
export function readFields<T extends object>(dto: FieldsClass<T>, source: object, options: ReadOptions): T {
  const rules = fieldRulesOf(dto);
  const raw = Object.fromEntries(rules.map((rule) => [rule.name, rawValueOf(rule, source, options)]));
  const judged = Object.assign(new dto(), raw);
  const sentences = judge(judged);
  const values = parsedFieldsOf(judged);
  const failures = rules.flatMap(({ name, code = options.code }) =>
    (sentences.get(name) ?? []).map((detail): Failure => ({ code, detail })),
  );
  const parsed = rules
    .filter(({ name }) => !sentences.has(name))
    .map((rule): [string, unknown] => [rule.name, parsedValueOf(rule, raw[rule.name], values)]);
  const fields = Object.assign(new dto(), Object.fromEntries(parsed));
  for (const detail of [...(dto.check?.(fields) ?? []), ...unknownFields(rules, source, options)]) {
    failures.push({ code: options.code, detail });
  }
  refuse(failures, options.code);
  return fields;
}

/** The failures of each field that has any. */
function judge(instance: object): ReadonlyMap<string, readonly string[]> {
  const errors = validateSync(instance, { forbidUnknownValues: false });
  return new Map(errors.map(({ property, constraints }) => [property, sentencesOf(constraints)]));
}

/** What was sent; undefined stands for all that counts as absent. */
function rawValueOf({ name, presence }: FieldRule, source: object, options: ReadOptions): unknown {
  const value: unknown = Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
  if (presence === 'refused' || (presence === 'nullable' && value === null)) return value;
  return isAbsent(value, options) ? undefined : value;
}

function parsedValueOf({ name, fallback }: FieldRule, value: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (value === undefined) return fallback;
  return value === null ? null : values.get(name);
}

function isAbsent(value: unknown, { blank }: ReadOptions): boolean {
  if (value === undefined || value === null) return true;
  return blank === 'absent' && typeof value === 'string' && value.trim() === '';
}

function unknownFields(rules: readonly FieldRule[], source: object, options: ReadOptions): string[] {
  if (options.unknownFields === 'ignored') return [];
  const known = new Set(rules.map(({ name }) => name));
  const takes = rules.filter(({ presence }) => presence !== 'refused').map(({ name }) => name);
  return Object.keys(source)
    .filter((name) => !known.has(name))
    .map((name) => `${printable(name)} is not known here; known are ${takes.join(', ')}`);
}

/** A caller's own word, cut and cleaned before it is shown to him again. */
function printable(name: string): string {
  return name.slice(0, 40).replaceAll(/[^\x20-\x7e]/g, '?');
}

function refuse(failures: readonly Failure[], common: ErrorCode): void {
  const first = failures.find(({ code }) => code !== common) ?? failures[0];
  if (first === undefined) return;
  const details = failures.filter(({ code }) => code === first.code).map(({ detail }) => detail);
  throw new AppError(first.code, { details });
}
