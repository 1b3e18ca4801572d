import { AppError, type ErrorCode } from '@app/common';
import { type FieldRule, fieldRulesOf } from './field.decorator.js';
import { Refused } from './field-type.js';

/** A class whose fields are declared by decorators. */
export interface FieldsClass<T extends object> {
  new (): T;
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

interface Outcome {
  values: Record<string, unknown>;
  failures: { code: ErrorCode; detail: string }[];
}

/**
 * Reads an object's declared fields. Only own properties count and only declared ones are looked at, so a hostile
 * `__proto__` or a body nested a thousand levels deep is an unknown field like any other.
 * @throws {AppError} with all failures in `details`; those of a field with a code of its own go before all others
 */
export function readFields<T extends object>(dto: FieldsClass<T>, source: object, options: ReadOptions): T {
  const rules = fieldRulesOf(dto);
  const outcome: Outcome = { values: {}, failures: [] };
  for (const rule of rules) readField(rule, source, options, outcome);
  const fields = Object.assign(new dto(), outcome.values);
  for (const detail of [...(dto.check?.(fields) ?? []), ...unknownFields(rules, source, options)]) {
    outcome.failures.push({ code: options.code, detail });
  }
  refuse(outcome.failures, options.code);
  return fields;
}

function readField(rule: FieldRule, source: object, options: ReadOptions, { values, failures }: Outcome): void {
  const { name, presence, type } = rule;
  const value: unknown = Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined;
  const fail = (detail: string): number => failures.push({ code: rule.code ?? options.code, detail });
  if (presence === 'refused') {
    if (value !== undefined) fail(`${name} cannot be set`);
  } else if (presence === 'nullable' && value === null) {
    values[name] = null;
  } else if (isAbsent(value, options)) {
    if (presence === 'required') fail(`${name} is required`);
    values[name] = rule.fallback;
  } else {
    const parsed = type.parse(value);
    if (parsed instanceof Refused) parsed.reasons.forEach((reason) => fail(`${name}${reason}`));
    else values[name] = parsed;
  }
}

function isAbsent(value: unknown, { blank }: ReadOptions): boolean {
  if (value === undefined || value === null) return true;
  return blank === 'absent' && typeof value === 'string' && value.trim() === '';
}

function unknownFields(rules: readonly FieldRule[], source: object, options: ReadOptions): string[] {
  if (options.unknownFields === 'ignored') return [];
  const known = new Set(rules.map(({ name }) => name));
  return Object.keys(source)
    .filter((name) => !known.has(name))
    .map((name) => `${printable(name)} is not known here`);
}

/** A caller's own word, cut and cleaned before it is shown to him again. */
function printable(name: string): string {
  return name.slice(0, 40).replaceAll(/[^\x20-\x7e]/g, '?');
}

function refuse(failures: Outcome['failures'], common: ErrorCode): void {
  const first = failures.find(({ code }) => code !== common) ?? failures[0];
  if (first === undefined) return;
  const details = failures.filter(({ code }) => code === first.code).map(({ detail }) => detail);
  throw new AppError(first.code, { details });
}
