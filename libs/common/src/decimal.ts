const PLAIN_DECIMAL = /^\d+(?:\.\d+)?$/;

/** A plain, unsigned decimal string: no sign, exponent, leading or trailing dot, ASCII digits only. */
export function isPlainDecimal(value: unknown): value is string {
  return typeof value === 'string' && PLAIN_DECIMAL.test(value);
}

/** `"010.50"` → `"10.5"`. @throws {RangeError} for anything but a plain decimal */
export function normalizeDecimal(value: string): string {
  const { integer, fraction } = split(value);
  return joined(integer.replace(/^0+(?=\d)/, ''), fraction);
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compareDecimals(a: string, b: string): number {
  const { left, right } = aligned(a, b);
  const difference = left - right;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function multiplyDecimals(a: string, b: string): string {
  const left = parse(a);
  const right = parse(b);
  return format(left.digits * right.digits, left.scale + right.scale);
}

export function addDecimals(a: string, b: string): string {
  const { left, right, scale } = aligned(a, b);
  return format(left + right, scale);
}

/** The exact difference; may be negative. */
export function subtractDecimals(a: string, b: string): string {
  const { left, right, scale } = aligned(a, b);
  return fromBaseUnits(left - right, scale);
}

/** Counts digits before and after the dot, without leading and trailing zeros. */
export function countDigits(value: string): { integerDigits: number; fractionDigits: number } {
  const [integer = '', fraction = ''] = normalizeDecimal(value).split('.');
  return { integerDigits: integer === '0' ? 0 : integer.length, fractionDigits: fraction.length };
}

/** Display units to base units: `("10.5", 6)` → `10500000n`; null for an amount finer than the token's decimals. */
export function toBaseUnits(amount: string, decimals: number): bigint | null {
  const { digits, scale } = parse(normalizeDecimal(amount));
  return scale > decimals ? null : digits * 10n ** BigInt(decimals - scale);
}

/** Base units to display units: `(10500000n, 6)` → `"10.5"`. */
export function fromBaseUnits(amountBaseUnits: bigint, decimals: number): string {
  if (amountBaseUnits < 0n) return `-${format(-amountBaseUnits, decimals)}`;
  return format(amountBaseUnits, decimals);
}

function split(value: string): { integer: string; fraction: string } {
  if (!isPlainDecimal(value)) throw new RangeError('not a plain decimal');
  const [integer = '', fraction = ''] = value.split('.');
  return { integer, fraction };
}

function parse(value: string): { digits: bigint; scale: number } {
  const { integer, fraction } = split(value);
  return { digits: BigInt(integer + fraction), scale: fraction.length };
}

/** Digits of both numbers at the larger scale. */
function aligned(a: string, b: string): { left: bigint; right: bigint; scale: number } {
  const [left, right] = [parse(a), parse(b)];
  const scale = Math.max(left.scale, right.scale);
  const digitsOf = (number: typeof left): bigint => number.digits * 10n ** BigInt(scale - number.scale);
  return { left: digitsOf(left), right: digitsOf(right), scale };
}

function format(digits: bigint, scale: number): string {
  const padded = digits.toString().padStart(scale + 1, '0');
  return joined(padded.slice(0, padded.length - scale), padded.slice(padded.length - scale));
}

function joined(integer: string, fraction: string): string {
  // A loop: `/0+$/` takes quadratic time on zeros before another digit.
  let length = fraction.length;
  while (fraction[length - 1] === '0') length -= 1;
  return length === 0 ? integer : `${integer}.${fraction.slice(0, length)}`;
}
