import { createHash } from 'node:crypto';
import { isRecord } from './is-record.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Returns JSON with sorted keys and no white space: equal values give equal bytes. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Returns the SHA-256 as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** `isRecord` for a JSON value. */
export function isJsonObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return isRecord(value);
}
