import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInstance,
  IsString,
  IsUUID,
  Matches,
  ValidateNested,
  type ValidationArguments,
} from 'class-validator';
import {
  isPlainDecimal,
  isPlainText,
  isPublicHttpsUrl,
  isRecord,
  MAX_PUBLIC_URL_LENGTH,
  normalizeDecimal,
  parseAddress,
  parseTimestamp,
} from '@app/common';
import { declareField, type DtoClass, type FieldOptions, requestField, type UnknownFields } from './field.js';
import { copyFields } from './parse-dto.js';
import {
  IsPlain,
  IsPlainDecimal,
  IsPositiveDecimal,
  IsStorable,
  MaxCodePoints,
  MaxDecimal,
  MaxFractionDigits,
  MaxIntegerDigits,
  Satisfies,
} from './rules.js';

type Trimmed = FieldOptions & { /** Removes white space at both ends first. */ trim?: boolean };

/** A text of at most `max` code points. */
export function Text(max: number, options: Trimmed): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', minLength: 1, maxLength: max },
    parse: (value) => trimmed(value, options),
    rules: [IsString({ message: '$property must be a string' }), IsStorable(), MaxCodePoints(max)],
  });
}

/** A text that other clients read: at most `max` code points, which a reader sees as they are. */
export function PublicText(max: number, options: Trimmed): PropertyDecorator {
  return applyDecorators(Text(max, options), IsPlain());
}

/** A public HTTPS URL, as its sender wrote it. It is never fetched. */
export function PublicUrl(options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', format: 'uri', pattern: '^https://', maxLength: MAX_PUBLIC_URL_LENGTH },
    rules: [
      Satisfies(
        'isPublicHttpsUrl',
        (value) => typeof value === 'string' && isPublicHttpsUrl(value),
        `must be a public HTTPS URL of at most ${MAX_PUBLIC_URL_LENGTH} characters`,
      ),
    ],
  });
}

/** A UUID of any version, parsed to lower case. */
export function UuidField(options: Trimmed): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', format: 'uuid' },
    parse: (value) => lowerCase(trimmed(value, options)),
    rules: [IsUUID('loose', { message: '$property must be a UUID' })],
  });
}

/** An EVM address, parsed to lower case. One in mixed case needs a valid checksum. */
export function AddressField(options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' },
    parse: (value) => parseAddress(value) ?? value,
    // A value that parseAddress rejects stays in mixed case.
    rules: [
      Matches(/^0x[0-9a-f]{40}$/, {
        message: '$property must be 0x and 40 hex digits, with a valid checksum if in mixed case',
      }),
    ],
  });
}

/** An RFC 3339 timestamp with any offset, parsed to a Date. */
export function Timestamp(options: Trimmed): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', format: 'date-time' },
    parse: (value) => {
      const text = trimmed(value, options);
      return (typeof text === 'string' ? parseTimestamp(text) : null) ?? text;
    },
    rules: [IsDate({ message: '$property must be an RFC 3339 timestamp' })],
  });
}

/** One of the given words: exactly, or, with `anyCase`, one in upper case that is sent in any case. */
export function OneOf(
  values: readonly string[],
  { anyCase = false, ...options }: FieldOptions & { anyCase?: boolean },
): PropertyDecorator {
  return requestField(options, {
    schema: { enum: [...values] },
    parse: (value) => (anyCase && typeof value === 'string' ? value.toUpperCase() : value),
    rules: [IsIn([...values], { message: `$property must be one of ${values.join(', ')}` })],
  });
}

export function Flag(options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'boolean' },
    rules: [IsBoolean({ message: '$property must be true or false' })],
  });
}

/** An array of 1 to 100 of the given words. */
export function ListOf(values: readonly string[], options: FieldOptions): PropertyDecorator {
  const reasons = ({ property, value }: ValidationArguments): string =>
    (Array.isArray(value) ? value : [])
      .flatMap((item: unknown, index) =>
        values.some((word) => word === item) ? [] : `${property}[${index}] must be one of ${values.join(', ')}`,
      )
      .join('\n');
  return requestField(options, {
    schema: { type: 'array', items: { type: 'string', enum: [...values] }, minItems: 1, maxItems: 100 },
    rules: [
      IsArray({ message: '$property must be an array' }),
      ArrayMinSize(1, { message: '$property must have at least 1 item' }),
      ArrayMaxSize(100, { message: '$property must have at most 100 items' }),
      IsIn([...values], { each: true, message: reasons }),
    ],
  });
}

/** At most `maxItems` different lines of 1 to `max` code points, trimmed. A single line counts as a list of one. */
export function Lines(maxItems: number, max: number, options: FieldOptions): PropertyDecorator {
  const isLine = (value: unknown): boolean =>
    typeof value === 'string' && value !== '' && isPlainText(value) && [...value].length <= max;
  return requestField(options, {
    schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: max }, maxItems },
    parse: (value) => {
      const items: unknown[] = Array.isArray(value) ? value : [value];
      return [...new Set(items.map((item) => trimmed(item, { ...options, trim: true })))];
    },
    rules: [
      Satisfies(
        'areLines',
        (value) => Array.isArray(value) && value.length <= maxItems && value.every(isLine),
        `must be at most ${maxItems} texts of 1 to ${max} characters, each one line without control, invisible or direction characters`,
      ),
    ],
  });
}

interface DecimalOptions extends FieldOptions {
  /** Refuses zero. */
  positive?: boolean;
  max?: string;
}

/** Digits of a decimal on either side of the dot. */
const MAX_DIGITS = 18;

/** A plain decimal string, parsed to its shortest form: `"10.50"` becomes `"10.5"`. JSON numbers are refused. */
export function DecimalString(options: DecimalOptions): PropertyDecorator {
  const { positive = false, max } = options;
  return requestField(options, {
    schema: { type: 'string', pattern: `^\\d+(\\.\\d{1,${MAX_DIGITS}})?$` },
    // Values with more than 18 decimals are left as sent, so that the rule below counts the zeros.
    parse: (value) => (isPlainDecimal(value) && fractionDigits(value) <= MAX_DIGITS ? normalizeDecimal(value) : value),
    rules: [
      IsPlainDecimal(),
      MaxFractionDigits(MAX_DIGITS),
      MaxIntegerDigits(MAX_DIGITS),
      ...(positive ? [IsPositiveDecimal()] : []),
      ...(max === undefined ? [] : [MaxDecimal(max)]),
    ],
  });
}

/** A JSON object, parsed to a nested DTO. */
export function Nested(
  dto: DtoClass,
  { unknown = 'ignored', ...options }: FieldOptions & { unknown?: UnknownFields },
): PropertyDecorator {
  return applyDecorators(
    requestField(options, {
      schema: { type: dto },
      nested: { dto, unknown },
      parse: (value) => (isRecord(value) ? copyFields(dto, value) : value),
      rules: [IsInstance(dto, { message: '$property must be an object' })],
    }),
    ValidateNested(),
  );
}

/** A field that only the server sets. Sending it is refused, even as null. */
export function ServerOwned(): PropertyDecorator {
  return applyDecorators(declareField({ preserve: 'all' }), Equals(undefined, { message: '$property cannot be set' }));
}

/** A field that belongs elsewhere. Ignoring it would drop a limit without notice, so it is refused, even as null. */
export function Misplaced(place: string): PropertyDecorator {
  const message = `$property must be sent in ${place}`;
  return applyDecorators(declareField({ preserve: 'all' }), Equals(undefined, { message }));
}

function fractionDigits(value: string): number {
  return value.includes('.') ? value.length - value.indexOf('.') - 1 : 0;
}

function trimmed(value: unknown, { trim = false }: Trimmed): unknown {
  return trim && typeof value === 'string' ? value.trim() : value;
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
