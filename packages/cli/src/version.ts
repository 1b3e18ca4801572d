import { createRequire } from 'node:module';

const manifest: unknown = createRequire(import.meta.url)('../package.json');

export const VERSION =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0';
