import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '@app/common';
import { findAbove } from '../find-above.js';

/** Version of the product, which is that of its packages: additions to the API raise the second number. */
export const PRODUCT_VERSION = readVersion();

function readVersion(): string {
  const file = findAbove(import.meta.dirname, (folder) => {
    const manifest = path.join(folder, 'package.json');
    return existsSync(manifest) ? manifest : null;
  });
  const manifest: unknown = file === null ? null : JSON.parse(readFileSync(file, 'utf8'));
  return isRecord(manifest) && typeof manifest.version === 'string' ? manifest.version : '0.0.0';
}
