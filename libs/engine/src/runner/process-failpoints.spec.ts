import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FailpointSetting } from '@app/config';
import { type Failpoint, FAILPOINTS } from '../domain/ports/failpoints.js';
import { ProcessFailpoints } from './process-failpoints.js';

const SOURCES = path.resolve('libs');

function pointsInSources(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(engine|intents)\/src\/.+(?<!spec)\.ts$/.test(file))
    .map((file) => readFileSync(path.join(SOURCES, file), 'utf8'))
    .flatMap((source) => [...source.matchAll(/\.reach\(([^;]*?)\)[,;]/gs)])
    .flatMap(([, argument = '']) => [...argument.matchAll(/'(\w+)'/g)].map(([, name = '']) => name));
}

describe('FAILPOINTS', () => {
  it('has sixteen, numbered 1 to 16', () => {
    expect(Object.values(FAILPOINTS)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  });

  it('places each at exactly one line', () => {
    expect(pointsInSources().sort()).toEqual(Object.keys(FAILPOINTS).sort());
  });
});

describe('ProcessFailpoints', () => {
  function open(settings: FailpointSetting[]) {
    const statements: string[] = [];
    const reported: number[] = [];
    let kills = 0;
    const sql = { query: (text: string) => Promise.resolve(statements.push(text)) };
    const failpoints = new ProcessFailpoints(settings, sql as never, {
      report: ({ point }) => reported.push(point),
      kill: () => (kills += 1),
    });
    return { failpoints, statements, reported, kills: () => kills };
  }

  it.each(Object.keys(FAILPOINTS).filter((name) => name !== 'lease_stolen_in_call'))('kills at %s', async (name) => {
    const point = FAILPOINTS[name as Failpoint];
    const { failpoints, reported, kills } = open([{ point, nth: 1, afterMs: 0 }]);
    await failpoints.reach(name as Failpoint);
    expect(kills()).toBe(1);
    expect(reported).toEqual([point]);
  });

  it('kills the nth time only', async () => {
    const { failpoints, kills } = open([{ point: 6, nth: 3, afterMs: 0 }]);
    for (const point of ['armed_not_sent', 'main_armed', 'armed_not_sent'] as const) await failpoints.reach(point);
    expect(kills()).toBe(0);
    await failpoints.reach('armed_not_sent');
    expect(kills()).toBe(1);
  });

  it('steals the lease of the lane without a kill', async () => {
    const { failpoints, statements, kills } = open([{ point: 16, nth: 1, afterMs: 0 }]);
    await failpoints.reach('lease_stolen_in_call', 'lane');
    expect(statements).toEqual([expect.stringContaining('fence + 1')]);
    expect(kills()).toBe(0);
  });

  it('does nothing without failpoints in the setting', async () => {
    const { failpoints, reported, kills } = open([]);
    await failpoints.reach('armed_not_sent');
    expect([reported, kills()]).toEqual([[], 0]);
  });
});
