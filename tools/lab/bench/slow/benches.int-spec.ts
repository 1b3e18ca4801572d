import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findRedis } from '../../../../test/support/redis.js';
import { builtFile } from '../../../../dev/devnet/project-root.js';

/** Runs the benches that start the product themselves, or seed its tables. The compiler checks neither. */
describe('benches of writes and history', () => {
  if (findRedis() !== null) {
    it('buys through the product and the minimal program', async () => {
      const output = await runBench('writes', '--only', 'many,kills', '--rounds', '1', '--short');
      expect(output).toMatch(/'writes\/s, 8 wallets, instant mining' +│ '≥ 60' +│ [0-9.]+ +│ [0-9.]+ +│/);
      expect(output).toMatch(/'kills: lost' +│ '≤ 0' +│ 0 +│/);
    });
  }

  it('reads no more pages after many ended executions than after few', async () => {
    const output = await runBench('history', '--small', '10000', '--large', '60000', '--crowd', '4');
    expect(output).toMatch(/'accept an execution' +│ \d+ +│ \d+ +│ 'pass'/);
    expect(output).toMatch(/'webhooks: claim' +│ \d+ +│ \d+ +│ 'pass'/);
  });
});

/** Returns the output. Fails on another exit code than 0. */
async function runBench(name: string, ...options: string[]): Promise<string> {
  const child = spawn(process.execPath, [builtFile(`tools/lab/bench/${name}/main.ts`), ...options]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error(`bench ${name} ended with exit code ${String(code)}:\n${output}`);
  return output;
}
