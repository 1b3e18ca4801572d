import { spawn } from 'node:child_process';
import path from 'node:path';

const PROGRAM = path.resolve(import.meta.dirname, '../../dist/tools/chaos/main.js');
const SEED = 20_261_121;
/** Around each commit and each call; the other points are for `npm run chaos`. */
const POINTS = [1, 2, 6, 7, 8, 12, 13, 16];

interface Report {
  clean: boolean;
  failpoints: Record<string, number>;
  faults: Record<string, number>;
  outcome: { effects: number; executed: number; lost: string[]; repeated: string[]; misreported: string[] };
  disagreements: string[];
}

describe('npm run chaos', () => {
  it('loses, repeats and misreports nothing, whatever is killed, cut, wiped and crashed', async () => {
    const args = ['--short', '--seed', String(SEED), '--failpoints', POINTS.join(), '--json'];
    const chaos = spawn(process.execPath, ['--enable-source-maps', PROGRAM, ...args]);
    let [out, told] = ['', ''];
    chaos.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    chaos.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    const exitCode = await new Promise((resolve) => chaos.once('close', resolve));
    if (out === '') throw new Error(`it ended with ${String(exitCode)}:\n${told}`);
    const report = JSON.parse(out) as Report;
    const { lost, repeated, misreported } = report.outcome;
    expect({ lost, repeated, misreported, disagreements: report.disagreements, told }).toEqual({
      ...{ lost: [], repeated: [], misreported: [], disagreements: [] },
      told: expect.stringContaining(`seed ${SEED}`),
    });
    expect({ exitCode, clean: report.clean }).toEqual({ exitCode: 0, clean: true });
    expect(Object.keys(report.failpoints).map(Number)).toEqual(POINTS);
    expect(report.faults).toMatchObject({ 'queue wiped': 1, 'PostgreSQL crashed and restarted': 1 });
    expect(report.outcome.effects).toBe(report.outcome.executed);
  }, 900_000);
});
