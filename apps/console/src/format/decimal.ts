/** Exact arithmetic on decimal strings, which `Number` would round. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

const PERCENT_PLACES = 2;

/** More places than any amount has. */
const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });

/** Symbol of the token that stakes are in, as the API names it. */
export const COLLATERAL = 'USDC';

/** `1234567.5` as `1,234,567.5`, exactly. Texts of other forms stay as they are. */
export function grouped(number: string | number): string {
  const text = String(number);
  return isDecimal(text) ? GROUPED.format(text) : text;
}

/** `1234.5` as `1,234.5 USDC`. */
export function money(amount: string, asset = COLLATERAL): string {
  return `${grouped(amount)} ${asset}`;
}

function isDecimal(text: string): text is `${number}` {
  return DECIMAL.test(text);
}

/** `0.666666` as `66.66 %`, rounded down, or up for a threshold not to be understated. Other texts stay as they are. */
export function percent(probability: string, direction: 'down' | 'up' = 'down'): string {
  const [, sign, whole = '0', fraction = ''] = DECIMAL.exec(probability) ?? [];
  if (sign === undefined) return probability;
  const digits = fraction.padEnd(2 + PERCENT_PLACES, '0');
  const units = BigInt(whole + digits.slice(0, 2 + PERCENT_PLACES));
  const isExact = !/[1-9]/.test(digits.slice(2 + PERCENT_PLACES));
  return `${sign}${fromUnits(direction === 'down' || isExact ? units : units + 1n, PERCENT_PLACES)} %`;
}

/** Sum of decimal strings. Texts of other forms count as 0. */
export function sum(...amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map((amount) => DECIMAL.exec(amount)?.[3]?.length ?? 0));
  return fromUnits(
    amounts.reduce((total, amount) => total + toUnits(amount, places), 0n),
    places,
  );
}

export function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : sum(`-${amount}`);
}

export function isPositive(amount: string): boolean {
  return /[1-9]/.test(amount) && !amount.startsWith('-');
}

function toUnits(amount: string, places: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] = DECIMAL.exec(amount) ?? [];
  const units = BigInt(`${whole}${fraction.padEnd(places, '0')}`);
  return sign === '-' ? -units : units;
}

function fromUnits(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
