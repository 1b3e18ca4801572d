import { AppError } from '@app/common';
import { decimal } from './decimal-type.js';
import { Field, NullableField, OptionalField, RefusedField } from './field.decorator.js';
import { type FieldsClass, readFields } from './read-fields.js';
import { arrayOf, object } from './structure-types.js';
import { address, oneOf, text, timestamp, trimmed, uuid } from './text-types.js';

class Policy {
  @NullableField(decimal({ integerDigits: 18, fractionDigits: 6 })) cap: string | null | undefined;
}

class Order {
  @Field(text({ max: 10 }), { code: 'agent_id_invalid' }) owner: string;
  @Field(text({ max: 5, trim: true })) name: string;
  @OptionalField(text({ max: 5 }), { fallback: null }) note: string | null;
  @OptionalField(oneOf(['YES', 'NO']), { fallback: 'YES' }) side: 'YES' | 'NO';
  @OptionalField(arrayOf(oneOf(['a', 'b']), { min: 1 })) tags: ('a' | 'b')[] | undefined;
  @OptionalField(object(Policy, { unknownFields: 'refused' })) policy: Policy | undefined;
  @RefusedField() status: undefined;

  static check({ name, note }: Partial<Order>): string[] {
    return name !== undefined && name === note ? ['note must not repeat name'] : [];
  }
}

class Single {
  @Field(trimmed(uuid())) id: string;
  @OptionalField(timestamp()) at: Date | undefined;
  @OptionalField(address()) to: string | undefined;
}

const OPTIONS = { code: 'invalid_trade_intent', unknownFields: 'ignored', blank: 'absent' } as const;
const valid = { owner: 'me', name: 'abc' };

function read<T extends object>(dto: FieldsClass<T>, source: object, options: Partial<typeof OPTIONS> = {}): T {
  return readFields(dto, source, { ...OPTIONS, ...options });
}

function refusalOf(source: object, options: object = {}): AppError {
  try {
    read(Order, source, options);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('readFields', () => {
  it('gives an instance with fallbacks for what is absent, null or blank', () => {
    const order = read(Order, { ...valid, note: ' ', side: null });
    expect(order).toBeInstanceOf(Order);
    expect(order).toEqual({ owner: 'me', name: 'abc', note: null, side: 'YES', tags: undefined, policy: undefined });
  });

  it('ignores unknown fields, a hostile prototype among them', () => {
    const body = JSON.parse(
      '{"owner":"me","name":"abc","__proto__":{"note":"x"},"constructor":{"prototype":1}}',
    ) as object;
    expect(read(Order, body).note).toBeNull();
  });

  it('refuses unknown fields where they are not ignored', () => {
    const details = refusalOf({ ...valid, 'ext\u0000ra': 1 }, { unknownFields: 'refused' }).details;
    expect(details).toEqual(['ext?ra is not known here; known are owner, name, note, side, tags, policy']);
  });

  it('collects every failure', () => {
    const error = refusalOf({
      owner: 'me',
      name: 7,
      side: 'yes',
      tags: ['a', 'c', 1],
      status: null,
      policy: { capp: 1 },
    });
    expect(error.code).toBe('invalid_trade_intent');
    expect(error.details).toEqual([
      'name must be a string',
      'side must be one of YES, NO',
      'tags[1] must be one of a, b',
      'tags[2] must be one of a, b',
      'policy.capp is not known here; known are cap',
      'status cannot be set',
    ]);
  });

  it('answers a field with a code of its own before all others', () => {
    const error = refusalOf({ name: 7 });
    expect([error.code, error.details]).toEqual(['agent_id_invalid', ['owner is required']]);
  });

  it('judges fields together', () => {
    expect(refusalOf({ ...valid, note: 'abc' }).details).toEqual(['note must not repeat name']);
  });

  it.each([
    ['NUL', 'a\0'],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00a'],
  ])('refuses %s in a text', (_what, name) => {
    expect(refusalOf({ ...valid, name }).details).toEqual(['name must not contain NUL or lone surrogates']);
  });

  it('counts a text in code points, after trimming where that is asked for', () => {
    expect(read(Order, { ...valid, name: '  😀😀😀😀😀  ' }).name).toBe('😀😀😀😀😀');
    expect(refusalOf({ ...valid, name: '😀😀😀😀😀😀' }).details).toEqual(['name must be at most 5 characters']);
    expect(refusalOf({ ...valid, note: ' abcde' }).details).toEqual(['note must be at most 5 characters']);
  });

  it('tells null from absent in a nullable field', () => {
    expect(read(Order, { ...valid, policy: { cap: null } }).policy).toEqual({ cap: null });
    expect(read(Order, { ...valid, policy: {} }).policy).toEqual({ cap: undefined });
    expect(read(Order, { ...valid, policy: { cap: '010.50' } }).policy).toEqual({ cap: '10.5' });
  });

  it('takes blank for a value where it is told to', () => {
    expect(refusalOf({ ...valid, side: '' }, { blank: 'value' }).details).toEqual(['side must be one of YES, NO']);
  });

  it('gives ids and addresses in lower case, and timestamps as dates', () => {
    const single = read(Single, {
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
});

describe('decimal', () => {
  const price = decimal({ integerDigits: 2, fractionDigits: 3, positive: true, max: '20' });

  it.each([
    ['0.001', '0.001'],
    ['20.000', '20'],
    ['0007.5', '7.5'],
  ])('reads %s as %s', (value, expected) => {
    expect(price.parse(value)).toBe(expected);
  });

  it.each([0, 1, '0', '0.000', '-1', '1.2345', '1.0000', '123', '20.001', ' 1', '1e1', '.5', '5.', null, {}])(
    'refuses %p',
    (value) => {
      expect(price.parse(value)).toMatchObject({ reasons: [expect.stringMatching(/^ must /)] });
    },
  );
});
