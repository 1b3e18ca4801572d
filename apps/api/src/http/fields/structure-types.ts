import { AppError } from '@app/common';
import { type FieldType, Refused } from './field-type.js';
import { schemaOf } from './fields-schema.js';
import { type FieldsClass, readFields } from './read-fields.js';

/** A JSON array whose items all are of one type. */
export function arrayOf<T>(item: FieldType<T>, { min = 0, max = 100 } = {}): FieldType<T[]> {
  return {
    schema: { type: 'array', items: item.schema, minItems: min, maxItems: max },
    parse: (value) => {
      if (!Array.isArray(value)) return Refused.because('must be an array');
      if (value.length < min) return Refused.because(`must have at least ${min} item${min === 1 ? '' : 's'}`);
      if (value.length > max) return Refused.because(`must have at most ${max} items`);
      return collect(value.map((element: unknown) => item.parse(element)));
    },
  };
}

/** A JSON object with declared fields. Refusing unknown ones is for where a mistyped name must not mean "none". */
export function object<T extends object>(
  dto: FieldsClass<T>,
  { unknownFields = 'ignored' }: { unknownFields?: 'ignored' | 'refused' } = {},
): FieldType<T> {
  return {
    schema: { ...schemaOf(dto), ...(unknownFields === 'refused' && { additionalProperties: false }) },
    parse: (value) => {
      if (!isJsonObject(value)) return Refused.because('must be an object');
      try {
        return readFields(dto, value, { code: 'bad_request', unknownFields, blank: 'absent' });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return new Refused((error.details ?? []).map((detail) => `.${detail}`));
      }
    },
  };
}

export function isJsonObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function collect<T>(parsed: readonly (T | Refused)[]): T[] | Refused {
  const reasons: string[] = [];
  const items: T[] = [];
  parsed.forEach((element, index) => {
    if (element instanceof Refused) reasons.push(...element.reasons.map((reason) => `[${index}]${reason}`));
    else items.push(element);
  });
  return reasons.length > 0 ? new Refused(reasons) : items;
}
