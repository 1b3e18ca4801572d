#!/usr/bin/env node
import { runMcpServer } from './index.js';

try {
  process.exitCode = await runMcpServer(process.argv.slice(2));
} catch (error) {
  // Such as a port that is in use.
  process.stderr.write(`presage-mcp: ${error instanceof Error ? error.message : 'failed'}\n`);
  process.exitCode = 1;
}
