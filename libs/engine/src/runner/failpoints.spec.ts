import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Failpoint, FAILPOINTS } from '../domain/ports/failpoints.js';
import { failpointsOf, ProcessFailpoints } from './process-failpoints.js';

const SOURCES = path.resolve('libs/engine/src');

function pointsInSources(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts') && !file.includes('simulation'))
    .map((file) => readFileSync(path.join(SOURCES, file), 'utf8'))
    .flatMap((source) => [...source.matchAll(/\.reach\(([^;]*?)\)[,;]/gs)])
    .flatMap(([, argument = '']) => [...argument.matchAll(/'(\w+)'/g)].map(([, name = '']) => name));
}

describe('failpoints', () => {
  it('has sixteen, numbered as the crash matrix', () => {
    expect(Object.values(FAILPOINTS)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  });

  it('places each of them at exactly one line', () => {
    expect(pointsInSources().sort()).toEqual(Object.keys(FAILPOINTS).sort());
  });
});

describe('a process with failpoints', () => {
  function open(orders: { point: number; nth: number; afterMs: number }[]) {
    const statements: string[] = [];
    const told: number[] = [];
    let deaths = 0;
    const sql = { query: (text: string) => Promise.resolve(statements.push(text)) };
    const failpoints = new ProcessFailpoints({
      orders,
      sql: sql as never,
      tell: ({ point }) => told.push(point),
      die: () => (deaths += 1),
    });
    return { failpoints, statements, told, deaths: () => deaths };
  }

  it.each(Object.keys(FAILPOINTS).filter((name) => name !== 'lease_stolen_in_call'))('dies at %s', async (name) => {
    const point = FAILPOINTS[name as Failpoint];
    const { failpoints, told, deaths } = open([{ point, nth: 1, afterMs: 0 }]);
    await failpoints.reach(name as Failpoint);
    expect(deaths()).toBe(1);
    expect(told).toEqual([point]);
  });

  it('dies the nth time, and nowhere else', async () => {
    const { failpoints, deaths } = open([{ point: 6, nth: 3, afterMs: 0 }]);
    for (const point of ['armed_not_sent', 'main_armed', 'armed_not_sent'] as const) await failpoints.reach(point);
    expect(deaths()).toBe(0);
    await failpoints.reach('armed_not_sent');
    expect(deaths()).toBe(1);
  });

  it('takes the lease of the lane in hand and lives on', async () => {
    const { failpoints, statements, deaths } = open([{ point: 16, nth: 1, afterMs: 0 }]);
    await failpoints.reach('lease_stolen_in_call', 'lane');
    expect(statements).toEqual([expect.stringContaining('fence + 1')]);
    expect(deaths()).toBe(0);
  });

  it('does nothing when nothing is ordered', async () => {
    const failpoints = failpointsOf({ orders: [], sql: {} as never });
    await expect(failpoints.reach('armed_not_sent')).resolves.toBeUndefined();
  });
});
