import { requireVersion } from './supported-versions.js';

// Imported before any module that an older Node may fail to run.
try {
  requireVersion('Node', process.versions.node);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'unknown error'}\n`);
  process.exit(1);
}
