import { isRecord } from '../domain/is-record.js';
import type { Fields } from './fields.js';

export interface WalletMetadata {
  readonly name: string;
  readonly refId: string;
}

/** One entry per wallet, or none at all. */
export function parseMetadata(fields: Fields): WalletMetadata[] {
  return (fields.list('metadata') ?? []).map((entry) => {
    const { name = '', refId = '' } = isRecord(entry) ? entry : {};
    if (isRecord(entry) && typeof name === 'string' && typeof refId === 'string') return { name, refId };
    fields.refuse('metadata', 'objects of name and refId');
    return { name: '', refId: '' };
  });
}
