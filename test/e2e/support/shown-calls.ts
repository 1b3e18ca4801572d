import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { builtFile } from '../../../dev/devnet/project-root.js';
import { testRun } from '../../support/test-run.js';
import { McpClient } from './mcp-client.js';
import { Shell } from './shell.js';

/** Runs a module that imports the SDK by its name. @returns the values of its constants */
export async function runSdkCall(text: string, ...constants: readonly string[]): Promise<any> {
  const folder = mkdtempSync(path.join(testRun().folder, 'sdk-user-'));
  const sdk = path.join(folder, 'node_modules/@presage/sdk');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(path.join(sdk, 'package.json'), '{"type":"module","exports":"./index.js"}');
  const built = pathToFileURL(builtFile('packages/sdk/src/index.ts')).href;
  writeFileSync(path.join(sdk, 'index.js'), `export * from '${built}';\n`);
  const program = `${text}\nconsole.log(JSON.stringify({ ${constants.join(', ')} }));\n`;
  writeFileSync(path.join(folder, 'call.mjs'), program);
  return JSON.parse((await promisify(execFile)(process.execPath, ['call.mjs'], { cwd: folder })).stdout);
}

/** Runs a line with `presage` in a shell. @returns the parsed output */
export async function runCliCall(line: string): Promise<any> {
  const shell = new Shell(testRun().folder);
  try {
    await shell.type(`presage() { '${process.execPath}' '${builtFile('packages/cli/src/main.ts')}' "$@"; }`);
    const { output, exitCode } = await shell.type(line);
    if (exitCode !== 0) throw new Error(`${line} ended with ${exitCode}: ${output}`);
    return JSON.parse(output);
  } finally {
    await shell.close();
  }
}

/** Calls a tool as the parameters of `tools/call` say. @returns its structured content */
export async function runMcpCall(presageUrl: string, text: string): Promise<any> {
  const call = JSON.parse(text) as { name: string; arguments: Record<string, unknown> };
  const mcp = await McpClient.overStdio(presageUrl);
  try {
    return await mcp.call(call.name, call.arguments);
  } finally {
    await mcp.end();
  }
}
