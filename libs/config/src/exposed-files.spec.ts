import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findExposedFiles, isExposed } from './exposed-files.js';

describe('files of secrets', () => {
  it('are named while others can read them', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'exposed-'));
    const file = path.join(folder, 'secret');
    writeFileSync(file, 'text');
    const env = {
      KEYSTORE_FILE: file,
      DATABASE_URL_FILE: path.join(folder, 'absent'),
      LOG_FILE: file,
      QUEUE_URL: file,
      // As a value in place of a path. It fails like a folder that the process may not enter.
      PASSCODE_KEY_FILE: 'ab'.repeat(4_096),
    };
    for (const [mode, exposed] of [
      [0o604, ['KEYSTORE_FILE']],
      [0o600, []],
    ] as const) {
      chmodSync(file, mode);
      expect(findExposedFiles(env)).toEqual(exposed);
    }
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['the group of a secret that root has mounted', 0o440, 0, false],
    ['everybody, from a secret that root has mounted', 0o444, 0, true],
    ['its own group', 0o440, 1000, true],
    ['nobody else', 0o600, 1000, false],
  ])('tell whether they are exposed to %s', (_to, mode, uid, expected) => {
    expect(isExposed({ mode, uid }, 1000)).toBe(expected);
  });
});
