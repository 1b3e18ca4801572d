import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jest } from '@jest/globals';
import { testRun } from '../../../test/support/test-run.js';
import { processIdentity } from './process-identity.js';
import { RunFolder } from './run-folder.js';
import { startProcess, type ProcessOptions } from './start-process.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('RunFolder', () => {
  let runFolder: RunFolder;
  const started: number[] = [];

  beforeEach(() => (runFolder = new RunFolder(path.join(testRun().folder, `marks-${randomUUID()}`))));
  afterEach(() => {
    for (const pid of started.splice(0)) if (processIdentity(pid) !== null) process.kill(-pid, 'SIGKILL');
  });

  async function startScript(script: string, changes: Partial<ProcessOptions> = {}) {
    const readyFile = path.join(runFolder.folder, randomUUID());
    const running = await startProcess({
      name: 'child',
      command: process.execPath,
      args: [
        '-e',
        `${script};require('fs').writeFileSync(${JSON.stringify(readyFile)}, String(globalThis.child?.pid));setInterval(() => {}, 1000)`,
      ],
      env: {},
      cwd: '/',
      log: () => undefined,
      stopSignal: 'SIGTERM',
      runFolder,
      ...changes,
    });
    started.push(running.pid);
    while (!existsSync(readyFile) || readFileSync(readyFile, 'utf8') === '') await nextTurn();
    return { ...running, grandchildPid: Number(readFileSync(readyFile, 'utf8')) };
  }

  it('marks a process while it lives', async () => {
    const running = await startScript('');
    expect(runFolder.listLive()).toMatchObject([{ name: 'child', pid: running.pid, stopSignal: 'SIGTERM' }]);
    await running.stop(60_000);
    expect(await running.exited).toEqual({ code: null, signal: 'SIGTERM' });
    expect(readdirSync(runFolder.folder).filter((file) => file.endsWith('.json'))).toEqual([]);
  });

  it('ends leftovers that ignore the stop signal, and their children', async () => {
    const running = await startScript(
      `process.on('SIGTERM', () => {}); globalThis.child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])`,
    );
    const other = new RunFolder(runFolder.folder);
    expect(await other.endLeftovers({ graceMs: 200 })).toEqual(['child']);
    expect(await running.exited).toEqual({ code: null, signal: 'SIGKILL' });
    while (processIdentity(running.grandchildPid) !== null) await nextTurn();
  });

  it('never touches another process with the pid of a dead one', async () => {
    const unrelated = spawn('sleep', ['60'], { detached: true });
    const pid = unrelated.pid ?? 0;
    started.push(pid);
    const mark = { name: 'old', pid, identity: 'another-boot/1', stopSignal: 'SIGKILL' };
    writeFileSync(path.join(runFolder.folder, `${pid}.json`), JSON.stringify(mark));
    expect(await runFolder.endLeftovers({ graceMs: 0 })).toEqual([]);
    expect(processIdentity(pid)).not.toBeNull();
    expect(readdirSync(runFolder.folder)).toEqual([]);
  });

  it('leaves no process that it cannot mark, as on a full disk', async () => {
    let pid = 0;
    jest.spyOn(runFolder, 'record').mockImplementation((_, childPid) => {
      pid = childPid;
      throw new Error('no space');
    });
    await expect(startScript('')).rejects.toThrow('no space');
    while (processIdentity(pid) !== null) await nextTurn();
    expect(pid).toBeGreaterThan(0);
  });
});

describe('startProcess', () => {
  const runFolder = () => new RunFolder(path.join(testRun().folder, `marks-${randomUUID()}`));
  const options = (script: string, changes: Partial<ProcessOptions> = {}): ProcessOptions => ({
    name: 'child',
    command: process.execPath,
    args: ['-e', script],
    env: {},
    cwd: '/',
    log: () => undefined,
    stopSignal: 'SIGTERM',
    runFolder: runFolder(),
    ...changes,
  });

  it('rejects when the program does not exist', async () => {
    await expect(startProcess(options('', { command: '/no/such/program' }))).rejects.toThrow(
      'child could not be started',
    );
  });

  it('reports the exit while a child of the process still holds the output', async () => {
    const script = `const { spawn } = require('child_process');
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      process.exitCode = 3; setTimeout(() => process.exit(), 50);`;
    const running = await startProcess(options(script));
    expect(await running.exited).toEqual({ code: 3, signal: null });
    running.kill('SIGKILL');
  });
});
