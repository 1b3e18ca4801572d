import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testRun } from '../../../../test/support/test-run.js';
import { startChild, type ChildOptions } from './child-part.js';
import { processIdentity } from './process-identity.js';
import { RunFolder } from './run-folder.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('RunFolder', () => {
  let runFolder: RunFolder;
  const started: number[] = [];

  beforeEach(() => (runFolder = new RunFolder(path.join(testRun().folder, `marks-${randomUUID()}`))));
  afterEach(() => {
    for (const pid of started.splice(0)) if (processIdentity(pid) !== null) process.kill(-pid, 'SIGKILL');
  });

  async function child(script: string, changes: Partial<ChildOptions> = {}) {
    const ready = path.join(runFolder.folder, randomUUID());
    const part = await startChild({
      name: 'child',
      command: process.execPath,
      args: [
        '-e',
        `${script};require('fs').writeFileSync(${JSON.stringify(ready)}, String(globalThis.child?.pid));setInterval(() => {}, 1000)`,
      ],
      env: {},
      cwd: '/',
      log: () => undefined,
      stopSignal: 'SIGTERM',
      runFolder,
      ...changes,
    });
    started.push(part.pid);
    while (!existsSync(ready) || readFileSync(ready, 'utf8') === '') await turn();
    return { ...part, childPid: Number(readFileSync(ready, 'utf8')) };
  }

  it('marks a child while it lives', async () => {
    const part = await child('');
    expect(runFolder.listLive()).toMatchObject([{ name: 'child', pid: part.pid, stopSignal: 'SIGTERM' }]);
    await part.stop(60_000);
    expect(await part.exited).toEqual({ code: null, signal: 'SIGTERM' });
    expect(readdirSync(runFolder.folder).filter((file) => file.endsWith('.json'))).toEqual([]);
  });

  it('ends leftovers, those too that ignore the signal, and what they started', async () => {
    const part = await child(
      `process.on('SIGTERM', () => {}); globalThis.child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])`,
    );
    const other = new RunFolder(runFolder.folder);
    expect(await other.clearLeftovers({ graceMs: 200 })).toEqual(['child']);
    expect(await part.exited).toEqual({ code: null, signal: 'SIGKILL' });
    while (processIdentity(part.childPid) !== null) await turn();
  });

  it('never touches a process that was given the pid of a dead one', async () => {
    const stranger = spawn('sleep', ['60'], { detached: true });
    const pid = stranger.pid ?? 0;
    started.push(pid);
    const mark = { name: 'old', pid, identity: 'another-boot/1', stopSignal: 'SIGKILL' };
    writeFileSync(path.join(runFolder.folder, `${pid}.json`), JSON.stringify(mark));
    expect(await runFolder.clearLeftovers({ graceMs: 0 })).toEqual([]);
    expect(processIdentity(pid)).not.toBeNull();
    expect(readdirSync(runFolder.folder)).toEqual([]);
  });

  it('rejects when a program is not there', async () => {
    await expect(child('', { command: '/no/such/program' })).rejects.toThrow('child could not be started');
  });
});
