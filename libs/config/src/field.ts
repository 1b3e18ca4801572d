import { isIP } from 'node:net';
import { Secret } from '@app/common';
import { BLOCKED_PORTS } from './blocked-ports.js';

/** One setting: parser, meaning, and sample for `.env.example`. */
export interface Field<T> {
  readonly doc: string;
  /** Format of a value, in words. */
  readonly form: string;
  readonly sample: string;
  readonly required: boolean;
  readonly secret: boolean;
  /** Parses the trimmed text, or undefined for an absent or blank variable. Throws a short reason. */
  parse(text: string | undefined): T;
}

const KEY_OF_32_BYTES = /^(?:[0-9a-f]{64}|[\w+/-]{43}=?)$/i;

interface Described {
  doc: string;
  sample?: string;
}

type WithForm<T> = T & { form: string };

type WithDefault<T> = Described & { default: T };

export function text(options: WithDefault<string>): Field<string> {
  return withDefault({ ...options, form: 'text' }, (value) => value);
}

export function requiredText(options: Described): Field<string> {
  return required({ ...options, form: 'text' }, (value) => value);
}

export function integer(options: WithDefault<number> & { min: number; max: number }): Field<number> {
  const form = `whole number from ${options.min} to ${options.max}`;
  return withDefault({ ...options, form }, (value) => parseInteger(value, options));
}

export function optionalInteger(options: Described & { min: number; max: number }): Field<number | undefined> {
  const form = `whole number from ${options.min} to ${options.max}`;
  return optional(required({ ...options, form }, (value) => parseInteger(value, options)));
}

/** A port of an HTTP server. Ports that `fetch` refuses to call are refused. */
export function port({ min = 0, ...options }: WithDefault<number> & { min?: number }): Field<number> {
  return checked(integer({ ...options, min, max: 65_535 }), refuseBlockedPort);
}

export function optionalPort(options: Described): Field<number | undefined> {
  return {
    ...described({ ...options, form: 'port, or empty for none' }),
    parse: (value) => {
      if (value === undefined) return undefined;
      const number = parseInteger(value, { min: 0, max: 65_535 });
      refuseBlockedPort(number);
      return number;
    },
  };
}

export function flag(options: WithDefault<boolean>): Field<boolean> {
  return withDefault({ ...options, form: 'true or false' }, (value) => {
    if (['true', 'on', '1', 'yes'].includes(value.toLowerCase())) return true;
    if (['false', 'off', '0', 'no'].includes(value.toLowerCase())) return false;
    throw new Error('must be true or false');
  });
}

export function oneOf<const T extends string>(options: WithDefault<T> & { values: readonly T[] }): Field<T> {
  const form = `one of ${options.values.join(', ')}`;
  return withDefault({ ...options, form }, (value) => {
    const found = options.values.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be ${form}`);
    return found;
  });
}

export function list(options: WithDefault<readonly string[]>): Field<readonly string[]> {
  return withDefault({ ...options, form: 'comma-separated list' }, (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
}

/** IP addresses and networks, such as `10.0.0.0/8`. Empty by default. */
export function networks(options: Described): Field<readonly string[]> {
  const items = { ...list({ ...options, default: [] }), form: 'comma-separated addresses or networks' };
  return checked(items, (values) => {
    if (!values.every(isNetwork)) throw new Error('must be addresses or networks, such as 10.0.0.0/8');
  });
}

export function secret(options: Described): Field<Secret> {
  return { ...required({ ...options, form: 'secret' }, (value) => new Secret(value)), secret: true };
}

/** A connection string of PostgreSQL. The driver takes the host `base` for one that is not a URL. */
export function postgresUrl(options: Described): Field<Secret> {
  return checked(secret(options), (value) => {
    const url = URL.canParse(value.reveal()) ? new URL(value.reveal()) : null;
    if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
      throw new Error(
        'must be a URL such as postgres://USER:PASSWORD@HOST:5432/DATABASE, with %XX for special characters',
      );
    }
  });
}

/** A key of 32 bytes in hex or base64, as `openssl rand` prints it. */
export function key(options: Described): Field<Secret> {
  return checked({ ...secret(options), form: '32 bytes in hex or base64' }, (value) => {
    if (!KEY_OF_32_BYTES.test(value.reveal()))
      throw new Error('must be 32 bytes in hex or base64 (openssl rand -hex 32)');
  });
}

/** Certificates of authorities in PEM. No secret, but like one they are given as a file. */
export function optionalCertificates(options: Described): Field<Secret | undefined> {
  const certificates = checked({ ...secret(options), form: 'PEM' }, (value) => {
    // OpenSSL ignores text that is no certificate, and would then trust no server.
    if (!value.reveal().includes('-----BEGIN CERTIFICATE-----')) throw new Error('must be certificates in PEM');
  });
  return optional(certificates);
}

/** Adds a check to a field. @param check throws a short reason */
export function checked<T>(field: Field<T>, check: (value: T) => void): Field<T> {
  return {
    ...field,
    parse: (value) => {
      const parsed = field.parse(value);
      check(parsed);
      return parsed;
    },
  };
}

export function requiredAddress(options: Described): Field<string> {
  return required({ ...options, form: '0x and 40 hex digits' }, (value) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(value)) throw new Error('must be 0x and 40 hex digits');
    return value;
  });
}

function refuseBlockedPort(number: number): void {
  if (BLOCKED_PORTS.has(number))
    throw new Error('is one of the ports that browsers and fetch block; choose another one, such as 4000');
}

function described({ doc, form, sample = '' }: WithForm<Described>): Omit<Field<never>, 'parse'> {
  return { doc, form, sample, required: false, secret: false };
}

/** A field that may be absent. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { ...field, required: false, parse: (value) => (value === undefined ? undefined : field.parse(value)) };
}

function required<T>(options: WithForm<Described>, convert: (value: string) => T): Field<T> {
  return {
    ...described(options),
    required: true,
    parse: (value) => {
      if (value === undefined) throw new Error('is required');
      return convert(value);
    },
  };
}

function withDefault<T>(options: WithForm<WithDefault<T>>, convert: (value: string) => T): Field<T> {
  return {
    ...described({ ...options, sample: options.sample ?? String(options.default) }),
    parse: (value) => (value === undefined ? options.default : convert(value)),
  };
}

function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...more] = text.split('/');
  const family = isIP(address);
  const bits = family === 6 ? 128 : 32;
  return family !== 0 && more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

function parseInteger(value: string, { min, max }: { min: number; max: number }): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new Error(`must be a whole number from ${min} to ${max}`);
  }
  return number;
}
