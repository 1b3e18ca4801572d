import { spawn } from 'node:child_process';
import path from 'node:path';

const PROGRAM = path.resolve(import.meta.dirname, '../../../dist/tools/lab/chaos/main.js');
const SEED = 20_261_121;
/** Failpoints around each commit and each call. `npm run lab -- chaos` has the others. */
const POINTS = [1, 2, 6, 7, 8, 12, 13, 16];
/** Failpoints around the calls of a custody. */
const CUSTODY_POINTS = [5, 6, 7, 8];

interface Report {
  clean: boolean;
  failpoints: Record<string, number>;
  faults: Record<string, number>;
  outcome: { effects: number; executed: number; lost: string[]; repeated: string[]; misreported: string[] };
  disagreements: string[];
  logs: { events: number; faults: string[] };
  deliveries: { events: number; lost: string[]; faults: string[] };
}

describe('npm run lab -- chaos', () => {
  it.each([
    ['provider', POINTS],
    ['keystore', CUSTODY_POINTS],
  ])(
    'finds no lost, repeated or misreported effect after kills, cuts, wipes and crashes with a %s',
    async (custody, points) => {
      const args = ['--short', '--custody', custody, '--seed', String(SEED), '--failpoints', points.join(), '--json'];
      const chaos = spawn(process.execPath, ['--enable-source-maps', PROGRAM, ...args]);
      let [out, progress] = ['', ''];
      chaos.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      chaos.stderr.on('data', (chunk: Buffer) => (progress += chunk.toString()));
      const exitCode = await new Promise((resolve) => chaos.once('close', resolve));
      if (out === '') throw new Error(`it ended with ${String(exitCode)}:\n${progress}`);
      const report = JSON.parse(out) as Report;
      const { lost, repeated, misreported } = report.outcome;
      const { disagreements, logs, deliveries } = report;
      expect({ lost, repeated, misreported, disagreements, faults: logs.faults, progress }).toEqual({
        ...{ lost: [], repeated: [], misreported: [], disagreements: [], faults: [] },
        progress: expect.stringContaining(`seed ${SEED}`),
      });
      expect({ exitCode, clean: report.clean }).toEqual({ exitCode: 0, clean: true });
      expect(Object.keys(report.failpoints).map(Number)).toEqual(points);
      expect(report.faults).toMatchObject({ 'queue wiped': 1, 'PostgreSQL crashed and restarted': 1 });
      expect(logs.events).toBeGreaterThan(0);
      expect(deliveries).toMatchObject({ lost: [], faults: [] });
      expect(deliveries.events).toBeGreaterThan(0);
      expect(report.outcome.effects).toBe(report.outcome.executed);
    },
    900_000,
  );
});
