import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from '../../../dev/devnet/project-root.js';

/** Runs the benches that assemble parts of the product themselves, or seed its tables. The compiler checks neither. */
describe('benches of engine, API, database and indexer', () => {
  it('executes through the lanes of the worker, its reference and the limit', async () => {
    const output = await runBench('engine', '--only', 'drain', '--rounds', '1');
    expect(output).toMatch(
      /drain, queue in PostgreSQL'( │ '[0-9.]+ \/s'){2} +│ '[0-9.]+' +│ '[0-9.]+ \/s' +│ '[0-9.]+'/,
    );
  });

  it('loads the API, its reference and the limit with previews on a chain', async () => {
    const output = await runBench('http', '--only', 'preview', '--rounds', '1', '--duration-ms', '2000');
    expect(output).toMatch(/POST \/agent\/intents, a buy.*of limit ≥ 0\.25/);
  });

  it('migrates and archives beside a load', async () => {
    const output = await runBench('archive', '--executions', '1000');
    expect(output).toMatch(/^archived 1000 executions, \d+ bytes each in the file$/m);
    expect(output).toMatch(/'the archive' +│ '[0-9.]+' +│ [1-9]/);
  });

  it('delivers every event to every open stream', async () => {
    const output = await runBench('streams', '--streams', '300', '--events-per-second', '50', '--seconds', '2');
    expect(output).toMatch(/events lost, repeated or out of order' +│ '0 events'/);
  });

  it('reads no more pages after many ended executions than after few', async () => {
    const output = await runBench('history', '--small', '10000', '--large', '60000', '--rounds', '0');
    expect(output).toMatch(/'accept an execution' +│ NaN +│ NaN +│ NaN +│ \d+ +│ \d+ +│ 'pass'/);
  });

  it('indexes all events', async () => {
    const output = await runBench('index', '--events', '3000');
    expect(Number(/│ events +│ (\d+) +│/.exec(output)?.[1])).toBeGreaterThan(1_000);
  });
});

/** Returns the output. Fails on another exit code than 0. */
async function runBench(name: string, ...options: string[]): Promise<string> {
  const child = spawn(process.execPath, [builtFile(`tools/lab/bench/${name}/main.ts`), ...options]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error(`bench:${name} ended with exit code ${String(code)}:\n${output}`);
  return output;
}
