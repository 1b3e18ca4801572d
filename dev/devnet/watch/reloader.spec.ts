import { Clock } from '@app/common';
import { Reloader, type ReloadTarget } from './reloader.js';

class FakeClock extends Clock {
  now(): Date {
    return new Date(0);
  }
}

/** A reloader of one API, two workers and webhooks, with a compiler that rejects `broken` files. */
function setUp() {
  const broken = new Set<string>();
  const compiled: string[][] = [];
  const calls: string[] = [];
  const lines: string[] = [];
  const failing = new Set<string>();
  const target = (app: ReloadTarget['app'], name: string) => ({
    app,
    name,
    restart: () => {
      calls.push(`restart ${name}`);
      return failing.has(name) ? Promise.reject(new Error(`${name} did not start`)) : Promise.resolve();
    },
  });
  const reloader = new Reloader({
    compile: (files) => {
      const failed = files.find((file) => broken.has(file));
      if (failed !== undefined) return Promise.reject(new Error(`syntax error in ${failed}`));
      compiled.push([...files]);
      return Promise.resolve();
    },
    targets: [
      target('api', 'api'),
      target('worker', 'worker-1'),
      target('worker', 'worker-2'),
      target('webhooks', 'webhooks'),
    ],
    clock: new FakeClock(),
    announce: (line) => lines.push(line),
  });
  const reload = async (...files: string[]): Promise<void> => {
    reloader.changed(files);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { reloader, reload, broken, failing, compiled, calls, lines };
}

describe('Reloader', () => {
  it.each([
    ['libs/common/src/clock.ts', ['api', 'worker-1', 'worker-2', 'webhooks']],
    ['apps/api/src/main.ts', ['api']],
    ['apps/console/src/main.tsx', ['api']],
    ['apps/worker/src/main.ts', ['worker-1', 'worker-2']],
    ['apps/webhooks/src/main.ts', ['webhooks']],
  ])('after a change of %s restarts %j', async (file, names) => {
    const { reload, compiled, calls, lines } = setUp();
    await reload(file);
    expect(compiled).toEqual([[file]]);
    expect(calls).toEqual(names.map((name) => `restart ${name}`));
    expect(lines).toEqual([`${names.join(', ')} reloaded in 0.0 s`]);
  });

  it('restarts nothing after a compile error, and compiles the file again with the next change', async () => {
    const { reload, broken, compiled, calls, lines } = setUp();
    broken.add('apps/api/src/a.ts');
    await reload('apps/api/src/a.ts');
    expect([calls, lines]).toEqual([
      [],
      ['not compiled, the processes keep running:\nsyntax error in apps/api/src/a.ts'],
    ]);
    broken.clear();
    await reload('apps/api/src/b.ts');
    expect(compiled).toEqual([['apps/api/src/a.ts', 'apps/api/src/b.ts']]);
    expect(calls[0]).toBe('restart api');
  });

  it('reloads once more for changes during a reload', async () => {
    const { reloader, reload, compiled } = setUp();
    reloader.changed(['apps/api/src/a.ts']);
    reloader.changed(['apps/api/src/b.ts']);
    await reload('apps/api/src/c.ts');
    expect(compiled).toEqual([['apps/api/src/a.ts'], ['apps/api/src/b.ts', 'apps/api/src/c.ts']]);
  });

  it('reports a process that does not start', async () => {
    const { reload, failing, lines } = setUp();
    failing.add('worker-1');
    await reload('apps/worker/src/main.ts');
    expect(lines).toEqual(['worker-1 did not start']);
  });
});
