import { AppError } from '@app/common';
import { IsString } from 'class-validator';
import { type DtoClass, requestField } from './field.js';
import {
  AddressField,
  DecimalString,
  ListOf,
  Nested,
  OneOf,
  ServerOwned,
  Text,
  Timestamp,
  UuidField,
} from './fields.js';
import { ignoredFieldsOf, parseDto, type ParseOptions } from './parse-dto.js';

const description = 'A field.';
const optional = true;

function Owner(): PropertyDecorator {
  return requestField(
    { description },
    { schema: {}, rules: [IsString({ message: '$property must be a string' })], code: 'agent_id_invalid' },
  );
}

class PolicyDto {
  @DecimalString({ description, optional, nullable: true }) cap: string | null | undefined;
}

class BaseDto {
  @Owner() owner: string;
  @Text(5, { description, trim: true }) name: string;
}

class OrderDto extends BaseDto {
  @Text(5, { description, optional, default: null }) note: string | null;
  @OneOf(['YES', 'NO'], { description, optional, default: 'YES' }) side: 'YES' | 'NO';
  @ListOf(['a', 'b'], { description, optional }) tags: ('a' | 'b')[] | undefined;
  @Nested(PolicyDto, { description, optional, unknown: 'refused' }) policy: PolicyDto | undefined;
  @ServerOwned() status: undefined;
}

class SingleDto {
  @UuidField({ description, trim: true }) id: string;
  @Timestamp({ description, optional }) at: Date | undefined;
  @AddressField({ description, optional }) to: string | undefined;
}

class PriceDto {
  @DecimalString({ description, positive: true, max: '20' }) price: string;
}

const OPTIONS: ParseOptions = { code: 'invalid_trade_intent', unknown: 'ignored', blank: 'absent' };
const valid = { owner: 'me', name: 'abc' };

function parse<T extends object>(dto: DtoClass<T>, source: object, options: Partial<ParseOptions> = {}): T {
  return parseDto(dto, source, { ...OPTIONS, ...options });
}

function catchError(
  source: object,
  { dto = OrderDto, ...options }: Partial<ParseOptions> & { dto?: DtoClass } = {},
): AppError {
  try {
    parse(dto, source, options);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the source was accepted');
}

describe('parseDto', () => {
  it('returns an instance with defaults for absent, null and blank fields', () => {
    const order = parse(OrderDto, { ...valid, note: ' ', side: null });
    expect(order).toBeInstanceOf(OrderDto);
    expect(order).toEqual({ owner: 'me', name: 'abc', note: null, side: 'YES', tags: undefined, policy: undefined });
  });

  it('ignores unknown fields, a __proto__ key included', () => {
    const body = JSON.parse(
      '{"owner":"me","name":"abc","__proto__":{"note":"x"},"constructor":{"prototype":1}}',
    ) as object;
    expect(parse(OrderDto, body).note).toBeNull();
  });

  it.each(['extra', 'constructor', '__proto__'])('refuses the unknown field %s if asked to', (name) => {
    const source = { ...valid, [name]: 1 };
    const details = [`${name} is unknown; known fields are owner, name, note, side, tags, policy`];
    expect(catchError(source, { unknown: 'refused' }).details).toEqual(details);
  });

  it('shows an unknown name in printable ASCII only', () => {
    expect(catchError({ ...valid, 'ext\u0000ra': 1 }, { unknown: 'refused' }).details?.[0]).toMatch(
      /^ext\?ra is unknown/,
    );
  });

  it('collects every failure in the order of declaration', () => {
    const error = catchError({
      owner: 'me',
      name: 7,
      side: 'yes',
      tags: ['a', 'c', 1],
      status: null,
      policy: { capp: 1, cap: 1 },
    });
    expect(error.code).toBe('invalid_trade_intent');
    expect(error.details).toEqual([
      'name must be a string',
      'side must be one of YES, NO',
      'tags[1] must be one of a, b',
      'tags[2] must be one of a, b',
      'policy.cap must be a decimal string such as "10" or "0.5"',
      'policy.capp is unknown; known fields are cap',
      'status cannot be set',
    ]);
  });

  it('reports a field with a declared error code before all others', () => {
    const error = catchError({ name: 7 });
    expect([error.code, error.details]).toEqual(['agent_id_invalid', ['owner is required']]);
  });

  it.each([
    ['NUL', 'a\0'],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00a'],
  ])('refuses %s in a text', (_what, name) => {
    expect(catchError({ ...valid, name }).details).toEqual(['name must not contain NUL or lone surrogates']);
  });

  it('counts code points of a text, after trimming where declared', () => {
    expect(parse(OrderDto, { ...valid, name: '  😀😀😀😀😀  ' }).name).toBe('😀😀😀😀😀');
    expect(catchError({ ...valid, name: '😀😀😀😀😀😀' }).details).toEqual(['name must be at most 5 characters']);
    expect(catchError({ ...valid, note: ' abcde' }).details).toEqual(['note must be at most 5 characters']);
    expect(catchError({ ...valid, note: 'abcd\ufe0f\ufe0f' }).details).toEqual(['note must be at most 5 characters']);
  });

  it('distinguishes null from absent in a nullable field', () => {
    expect(parse(OrderDto, { ...valid, policy: { cap: null } }).policy).toEqual({ cap: null });
    expect(parse(OrderDto, { ...valid, policy: {} }).policy).toEqual({ cap: undefined });
    expect(parse(OrderDto, { ...valid, policy: { cap: '010.50' } }).policy).toEqual({ cap: '10.5' });
  });

  it('treats blank as a value in a query', () => {
    expect(catchError({ ...valid, side: '' }, { blank: 'value' }).details).toEqual(['side must be one of YES, NO']);
  });

  it('parses ids and addresses to lower case, and timestamps to dates', () => {
    const single = parse(SingleDto, {
      id: ' 0B9C1C9E-4B1B-4B1B-8B1B-0B9C1C9E4B1B ',
      at: '2030-01-01T01:00:00+01:00',
      to: '0x52908400098527886E0F7030069857D2E4169EE7',
    });
    expect(single).toEqual({
      id: '0b9c1c9e-4b1b-4b1b-8b1b-0b9c1c9e4b1b',
      at: new Date('2030-01-01T00:00:00Z'),
      to: '0x52908400098527886e0f7030069857d2e4169ee7',
    });
  });

  it('survives a declared field that is nested 30,000 levels deep', () => {
    const deep = JSON.parse('['.repeat(30_000) + ']'.repeat(30_000)) as object;
    expect(catchError({ owner: 'me', name: deep, tags: deep, policy: deep }).details).toEqual([
      'name must be a string',
      'tags[0] must be one of a, b',
      'policy must be an object',
    ]);
  });
});

describe('a misspelt field', () => {
  it('is named beside the required field that is missing', () => {
    expect(catchError({ owner: 'me', nmae: 'abc' }).details).toEqual([
      'name is required',
      'these fields were ignored: nmae; known fields are owner, name, note, side, tags, policy',
    ]);
    expect(catchError({ owner: 'me', name: 7, nmae: 'abc' }).details).toEqual(['name must be a string']);
  });
});

describe('ignoredFieldsOf', () => {
  it('names unknown fields with a value, and the known ones', () => {
    const dto = parse(OrderDto, { ...valid, 'x\u001b': 1, empty: null, blank: ' ', y: [] });
    expect(ignoredFieldsOf(dto)).toEqual([
      'these fields were ignored: x?, y; known fields are owner, name, note, side, tags, policy',
    ]);
    expect(ignoredFieldsOf(parse(OrderDto, valid))).toEqual([]);
  });

  it('names at most 20 fields', () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`f${index}`, 1]));
    expect(ignoredFieldsOf(parse(OrderDto, { ...valid, ...many }))[0]).toMatch(/ignored: (f\d+, ){19}f\d+; known/);
  });
});

describe('DecimalString', () => {
  it.each([
    ['0.001', '0.001'],
    ['20.000', '20'],
    ['0007.5', '7.5'],
    [`${'0'.repeat(50)}7`, '7'],
  ])('parses %s to %s', (price, expected) => {
    expect(parse(PriceDto, { price }).price).toBe(expected);
  });

  it.each([
    [0, 'must be a decimal string such as "10" or "0.5"'],
    ['-1', 'must be a decimal string such as "10" or "0.5"'],
    ['1e1', 'must be a decimal string such as "10" or "0.5"'],
    ['.5', 'must be a decimal string such as "10" or "0.5"'],
    [{}, 'must be a decimal string such as "10" or "0.5"'],
    [`1.${'0'.repeat(19)}`, 'must have at most 18 fractional digits'],
    [`1.${'0'.repeat(60_000)}1`, 'must have at most 18 fractional digits'],
    ['1'.repeat(19), 'must have at most 18 significant integer digits'],
    ['0.000', 'must be greater than 0'],
    ['20.001', 'must be at most 20'],
  ])('refuses %p', (price, reason) => {
    expect(catchError({ price }, { dto: PriceDto }).details).toEqual([`price ${reason}`]);
  });
});
