import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findAbove } from './find-above.js';

const manifest = findAbove(import.meta.dirname, (folder) => {
  const file = path.join(folder, 'package.json');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
});

/** Version of the product, which is that of its packages: additions to the API raise the second number. */
export const PRODUCT_VERSION = /"version": "([^"]+)"/.exec(manifest ?? '')?.[1] ?? '0.0.0';
