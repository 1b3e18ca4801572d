import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const BUILT = pathToFileURL(path.resolve(import.meta.dirname, '../../../dist/libs/observability/src/index.js')).href;

function programOf(body: string): string {
  return `
    import { Logger } from ${JSON.stringify(BUILT)};
    const log = Logger.create({ app: 'test', level: 'info', format: 'json', flushMs: 60_000 });
    ${body}`;
}

function linesIn(text: string): { n: number }[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { n: number });
}

/** Runs a process that executes `body` and returns the lines of its standard output. */
async function linesOf(body: string): Promise<{ n: number }[]> {
  const program = ['--input-type=module', '-e', programOf(body)];
  const { stdout } = await promisify(execFile)(process.execPath, program, { maxBuffer: 64 * 1024 * 1024 });
  return linesIn(stdout);
}

describe('buffered log lines', () => {
  it('are written in order when the process exits', async () => {
    const lines = await linesOf("for (let n = 0; n < 5_000; n += 1) log.info({ event: 'x.y', n }); process.exit(0);");
    expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: 5_000 }, (_, n) => n));
  });

  it('are written when an uncaught error ends the process', async () => {
    await expect(linesOf("log.info({ event: 'x.y', n: 1 }); throw new Error('uncaught');")).rejects.toMatchObject({
      stdout: expect.stringContaining('"n":1'),
    });
  });

  it('are written together with a warning, which is not delayed', async () => {
    const program = programOf(
      "log.info({ event: 'x.y', n: 1 }); log.warn({ event: 'x.y', n: 2 }); setInterval(() => 0, 1_000);",
    );
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    for await (const chunk of child.stdout) {
      text += String(chunk);
      if (text.endsWith('\n') && text.split('\n').length === 3) break;
    }
    child.kill('SIGKILL');
    expect(linesIn(text).map(({ n }) => n)).toEqual([1, 2]);
  });
});
