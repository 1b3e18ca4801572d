import { spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * The compiler holds the benches to the types of what they use (`npm run check -- scripts`), but not to what is injected:
 * so the two that put the product together by hand are run, small. What they measure here is of no account.
 */
describe('the benches that put the product together by hand', () => {
  it('carry out executions through the worker’s lanes', async () => {
    const output = await run('bench-engine', '--only', 'latency', '--rounds', '1');
    expect(output).toMatch(/accept → provider call, p50.*80 executes, one at a time/);
  });

  it('catch up with a chain', async () => {
    const output = await run('bench-index', '--events', '3000');
    expect(Number(/│ events +│ (\d+) +│/.exec(output)?.[1])).toBeGreaterThan(1_000);
  });
});

/** @returns what the bench printed; fails unless it ended well */
async function run(bench: string, ...options: string[]): Promise<string> {
  const child = spawn(process.execPath, [`scripts/${bench}.mjs`, ...options], { cwd: ROOT });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, output }).toMatchObject({ code: 0 });
  return output;
}
