import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadDevnetSettings } from '@app/config';
import { testRun } from '../../test/support/test-run.js';
import { DataFolder, UnusableFolderError } from './data-folder.js';
import { MARKER_FILE } from './find-data-folders.js';
import { readStartSettings, rememberedSettings, rememberSettings } from './instance-settings.js';

describe('DataFolder', () => {
  let root: string;

  beforeEach(() => (root = path.join(testRun().folder, `data-${randomUUID()}`)));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is not created in the folder of another instance', () => {
    new DataFolder(root);
    expect(() => new DataFolder(path.join(root, 'second'))).toThrow(`lies in ${root}, the data folder of another`);
    expect(existsSync(path.join(root, 'second'))).toBe(false);
  });

  it('names the data folder that it finds among other files', () => {
    const second = new DataFolder(path.join(root, 'second'));
    expect(() => new DataFolder(root)).toThrow(`${second.root} is a data folder: set PRESAGE_DATA_DIR to use it`);
    expect(existsSync(path.join(root, MARKER_FILE))).toBe(false);
  });

  it('is removed with all of its data', async () => {
    const folder = new DataFolder(root);
    await folder.claim();
    folder.clear();
    expect(existsSync(root)).toBe(false);
  });

  it('tells which process runs on it, until it is released or removed', async () => {
    const folder = new DataFolder(root);
    expect(folder.findOwner()).toBeNull();
    await folder.claim();
    expect(new DataFolder(root).findOwner()).toBe(process.pid);
    rmSync(root, { recursive: true });
    expect(folder.findOwner()).toBeNull();
    expect(await folder.run.endLeftovers({ graceMs: 0 })).toEqual([]);
    folder.release();
    folder.run.record('child', process.pid, 'SIGTERM');
    expect(folder.run.listLive()).toMatchObject([{ name: 'child' }]);
  });

  it('remembers ports and the settings that operator commands apply', () => {
    const folder = new DataFolder(root);
    expect(rememberedSettings(folder)).toEqual({});
    const env = { CONFIRMATIONS: '3', PROVIDER_API_KEY: 'secret' };
    rememberSettings(folder, loadDevnetSettings({ CHAIN_PORT: '9545', PRESAGE_DATA_DIR: root }), env);
    const remembered = rememberedSettings(folder);
    expect(remembered).toMatchObject({ CHAIN_PORT: '9545', API_PORT: '4000', CONFIRMATIONS: '3' });
    expect(Object.keys(remembered)).not.toContain('PROVIDER_API_KEY');
    expect(Object.keys(remembered)).not.toContain('PRESAGE_DATA_DIR');
  });

  it('keeps the ports of the last start, unless a variable names another one', () => {
    const folder = new DataFolder(root);
    const start = (env: Record<string, string>) => readStartSettings(folder, { PRESAGE_DATA_DIR: root, ...env });
    expect(start({})).toMatchObject({ settings: { API_PORT: 4000 }, notice: null });

    const first = start({ API_PORT: '5000', MCP_PORT: '5030', API_HOST: '::1' });
    expect(first).toMatchObject({ settings: { API_PORT: 5000 }, notice: null });
    rememberSettings(folder, first.settings, {});
    const again = start({ API_PORT: ' ' });
    expect(again.settings).toMatchObject({ API_PORT: 5000, MCP_PORT: 5030, API_HOST: '127.0.0.1' });
    expect(again.notice).toBe('ports of the last start: API_PORT=5000 MCP_PORT=5030');

    const moved = start({ API_PORT: '6001' });
    expect(moved.settings).toMatchObject({ API_PORT: 6001, MCP_PORT: 5030 });
    expect(moved.notice).toBe('ports of the last start: MCP_PORT=5030');
  });

  it.each([
    ['a file', 'file', 'it is a file'],
    ['a path through a file', path.join('file', 'data'), 'a part of its path is a file'],
  ])('cannot be %s, which is said in one line with the setting', (_, name, reason) => {
    mkdirSync(root);
    writeFileSync(path.join(root, 'file'), '');
    const create = () => new DataFolder(path.join(root, name));
    expect(create).toThrow(UnusableFolderError);
    expect(create).toThrow(`the data folder ${path.join(root, name)} cannot be used: ${reason}. Set PRESAGE_DATA_DIR`);
  });

  it('is not claimed by a user who may not write to it', async () => {
    const folder = new DataFolder(root);
    rmSync(folder.path('run', 'owner'), { recursive: true });
    writeFileSync(folder.path('run', 'owner'), ''); // root may write to every folder
    await expect(folder.claim()).rejects.toThrow(UnusableFolderError);
  });
});
