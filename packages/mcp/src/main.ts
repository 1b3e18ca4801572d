#!/usr/bin/env node
import { runMcpServer } from './index.js';

await runMcpServer(process.argv.slice(2));
