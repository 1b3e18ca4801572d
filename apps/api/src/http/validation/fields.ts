import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsArray,
  IsDate,
  IsIn,
  IsInstance,
  IsString,
  Matches,
  ValidateNested,
  type ValidationArguments,
} from 'class-validator';
import { isPlainDecimal, isRecord, isUuid, normalizeDecimal, parseAddress, parseTimestamp } from '@app/common';
import { declareField, type DtoClass, type FieldOptions, requestField, type UnknownFields } from './field.js';
import { copyFields } from './parse-dto.js';
import {
  isAtMost,
  isDecimal,
  isPositive,
  isStorable,
  maxCodePoints,
  maxFractionDigits,
  maxIntegerDigits,
  satisfies,
} from './rules.js';

type Trimmed = FieldOptions & { /** Removes white space at both ends first. */ trim?: boolean };

/** A text of at most `max` code points. */
export function Text(max: number, options: Trimmed): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', minLength: 1, maxLength: max },
    parse: (value) => trimmed(value, options),
    rules: [
      ['must be a string', IsString],
      ['must not contain NUL or lone surrogates', isStorable],
      [`must be at most ${max} characters`, maxCodePoints(max)],
    ],
  });
}

/** A UUID of any version, parsed to lower case. */
export function UuidField(options: Trimmed): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', format: 'uuid' },
    parse: (value) => lowerCase(trimmed(value, options)),
    rules: [['must be a UUID', satisfies('isUuid', isUuid)]],
  });
}

/** An EVM address, parsed to lower case. One in mixed case needs a valid checksum. */
export function AddressField(options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' },
    parse: (value) => parseAddress(value) ?? value,
    // A value that parseAddress rejects stays in mixed case.
    rules: [
      [
        'must be 0x and 40 hex digits, with a valid checksum if in mixed case',
        (message) => Matches(/^0x[0-9a-f]{40}$/, message),
      ],
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
    rules: [['must be an RFC 3339 timestamp', IsDate]],
  });
}

/** Exactly one of the given words. */
export function OneOf(values: readonly string[], options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: { enum: [...values] },
    rules: [[`must be one of ${values.join(', ')}`, (message) => IsIn([...values], message)]],
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
      ['must be an array', IsArray],
      ['must have at least 1 item', (message) => ArrayMinSize(1, message)],
      ['must have at most 100 items', (message) => ArrayMaxSize(100, message)],
      ['', () => IsIn([...values], { each: true, message: reasons })],
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
    // A finer one keeps its trailing zeros: they count as digits.
    parse: (value) => (isPlainDecimal(value) && fractionDigits(value) <= MAX_DIGITS ? normalizeDecimal(value) : value),
    rules: [
      ['must be a decimal string such as "10" or "0.5"', isDecimal],
      [`must have at most ${MAX_DIGITS} fractional digits`, maxFractionDigits(MAX_DIGITS)],
      [`must have at most ${MAX_DIGITS} significant integer digits`, maxIntegerDigits(MAX_DIGITS)],
      ...(positive ? ([['must be greater than 0', isPositive]] as const) : []),
      ...(max === undefined ? [] : ([[`must be at most ${max}`, isAtMost(max)]] as const)),
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
      rules: [['must be an object', (message) => IsInstance(dto, message)]],
    }),
    ValidateNested(),
  );
}

/** A field that only the server sets. Sending it is refused, even as null. */
export function ServerOwned(): PropertyDecorator {
  return applyDecorators(
    declareField({ keeps: 'anything' }),
    Equals(undefined, { message: '$property cannot be set' }),
  );
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
