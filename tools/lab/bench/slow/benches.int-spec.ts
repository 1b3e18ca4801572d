import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from '../../../../dev/devnet/project-root.js';

/** Runs the benches that assemble parts of the product themselves, or seed its tables. The compiler checks neither. */
describe('benches of engine, API and history', () => {
  it('executes through the lanes of the worker', async () => {
    const output = await runBench('engine', '--only', 'drain', '--rounds', '1');
    expect(output).toMatch(/drain, queue in PostgreSQL' │ '[0-9.]+ \/s'/);
  });

  it('loads the API and the reference with previews on a chain', async () => {
    const output = await runBench('http', '--only', 'preview', '--rounds', '1', '--duration-ms', '2000');
    expect(output).toMatch(
      /'POST \/agent\/intents, a buy' +│ '[0-9.]+ intents\/s' +│ '[0-9.]+ intents\/s' +│ '[0-9.]+'/,
    );
  });

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
