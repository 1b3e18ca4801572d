// The Inspector's command line: one process for each call, with arguments as key=value.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { play } from './script.mjs';

const PROGRAM = fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector-cli/build/index.js'));

await play(async (call) => {
  const values = Object.entries(call.arguments).map(([name, value]) => `${name}=${value}`);
  const args = [PROGRAM, process.env.MCP_URL, '--method', 'tools/call', '--tool-name', call.name];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--tool-arg', ...values]);
  return JSON.parse(stdout);
});
