import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { builtFile } from '../../../../dev/devnet/project-root.js';
import { parseOwnJson } from '../../../support/json.js';

/**
 * Runs a program of the benches in its own process, so that the load does not share an event loop with the measurement.
 * @param source its TypeScript file, relative to the root
 * @returns the JSON that it printed
 */
export async function runProgram<T>(source: string, options: object): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [builtFile(source), JSON.stringify(options)]);
  return parseOwnJson<T>(stdout);
}

/** Options that this process was started with by `runProgram`. */
export function programOptions<T>(): T {
  return parseOwnJson<T>(process.argv[2] ?? '');
}
