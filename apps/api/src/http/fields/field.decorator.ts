import { IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import type { ErrorCode, Json } from '@app/common';
import { type FieldType, Refused } from './field-type.js';

/** Lets a decorator stand only on a property that can hold what the field type gives. */
type Property<T> = <O extends object, K extends keyof O & string>(
  target: O,
  key: K & ([T] extends [O[K]] ? K : never),
) => void;

export interface FieldRule {
  readonly name: string;
  readonly presence: 'required' | 'optional' | 'nullable' | 'refused';
  readonly type: FieldType<unknown>;
  /** What an absent optional field becomes. */
  readonly fallback: unknown;
  /** Answered in place of the endpoint's own validation code, and judged before all other fields. */
  readonly code: ErrorCode | undefined;
  /** What the field means, for the people who read the API's description. */
  readonly doc: string | undefined;
  /** A value for its examples; an optional field without one is left out of them. */
  readonly example: Json | undefined;
}

interface FieldOptions {
  code?: ErrorCode;
  doc?: string;
  example?: Json;
}

const ANYTHING: FieldType<never> = { parse: () => Refused.because('cannot be set'), schema: { not: {} } };
const rulesByPrototype = new WeakMap<object, FieldRule[]>();
/** Filled at a class's first use, when all its decorators have run. */
const rulesByClass = new WeakMap<object, readonly FieldRule[]>();

/** A field that must be sent. */
export function Field<T>(type: FieldType<T>, options: FieldOptions = {}): Property<T> {
  return declare({ presence: 'required', type, fallback: undefined, ...notesOf(options) });
}

/** A field that may be left out: absent, null and blank all give the fallback, undefined unless told otherwise. */
export function OptionalField<T, const F = undefined>(
  type: FieldType<T>,
  options: FieldOptions & { fallback?: F } = {},
): Property<T | F> {
  return declare({ presence: 'optional', type, fallback: options.fallback, ...notesOf(options) });
}

/** A field where null says something else than leaving it out: null gives null, absent and blank give undefined. */
export function NullableField<T>(type: FieldType<T>, options: FieldOptions = {}): Property<T | null | undefined> {
  return declare({ presence: 'nullable', type, fallback: undefined, ...notesOf(options) });
}

/** A field that is the server's own: sending it at all is refused, even as null. */
export function RefusedField(): Property<undefined> {
  return declare({ presence: 'refused', type: ANYTHING, fallback: undefined, ...notesOf({}) });
}

/** The fields of a class and of those that it extends, in the order of declaration. */
export function fieldRulesOf(dto: { readonly prototype: object }): readonly FieldRule[] {
  const known = rulesByClass.get(dto);
  if (known !== undefined) return known;
  const chain: object[] = [];
  for (let at: unknown = dto.prototype; isObject(at) && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    chain.unshift(at);
  }
  const rules = chain.flatMap((prototype) => rulesByPrototype.get(prototype) ?? []);
  rulesByClass.set(dto, rules);
  return rules;
}

function notesOf({ code, doc, example }: FieldOptions): Pick<FieldRule, 'code' | 'doc' | 'example'> {
  return { code, doc, example };
}

function declare(rule: Omit<FieldRule, 'name'>): (target: object, key: string) => void {
  return (target, key) => {
    rulesByPrototype.set(target, [...(rulesByPrototype.get(target) ?? []), { ...rule, name: key }]);
    presenceOf(rule)?.(target, key);
    typeOf(rule)(target, key);
  };
}

/** class-validator's own words for whether a field may or must not be there; that it must be is said with its type. */
function presenceOf({ presence }: Pick<FieldRule, 'presence'>): PropertyDecorator | null {
  switch (presence) {
    case 'required':
      return null;
    case 'optional':
    case 'nullable':
      return IsOptional();
    case 'refused':
      return ValidateIf((_fields, value) => value !== undefined);
  }
}

/** What class-validator reports of a field: one reason a line. */
const REASON_SEPARATOR = '\n';

/** What the fields of an object were parsed to while it was judged. */
const parsedByObject = new WeakMap<object, Map<string, unknown>>();

/** What class-validator's judgement of an object has made of the values that are there, by the name of the field. */
export function parsedFieldsOf(judged: object): ReadonlyMap<string, unknown> {
  return parsedByObject.get(judged) ?? new Map<string, unknown>();
}

function typeOf({ type, presence }: Pick<FieldRule, 'type' | 'presence'>): PropertyDecorator {
  const missing = presence === 'required' ? Refused.because('is required') : undefined;
  const parse = (value: unknown): unknown => (value === undefined ? missing : type.parse(value));
  return ValidateBy({
    name: 'fieldType',
    validator: {
      validate: (value, about) => {
        const parsed = parse(value);
        if (about !== undefined) remember(about.object, about.property, parsed);
        return !(parsed instanceof Refused);
      },
      defaultMessage: (about) => {
        const parsed = parse(about?.value);
        const reasons = parsed instanceof Refused ? parsed.reasons : [];
        return reasons.map((reason) => `${about?.property ?? ''}${reason}`).join(REASON_SEPARATOR);
      },
    },
  });
}

function remember(judged: object, name: string, parsed: unknown): void {
  const fields = parsedByObject.get(judged);
  if (fields === undefined) parsedByObject.set(judged, new Map([[name, parsed]]));
  else fields.set(name, parsed);
}

/** The failures that class-validator found in a field, as whole sentences. */
export function sentencesOf(constraints: Readonly<Record<string, string>> = {}): string[] {
  return Object.values(constraints).flatMap((message) => message.split(REASON_SEPARATOR));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
