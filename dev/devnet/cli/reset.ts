import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadDevnetSettings, SettingsError } from '@app/config';
import { AlreadyRunningError, DataFolder, ForeignFolderError, UnusableFolderError } from '../data-folder.js';
import { PROJECT_ROOT } from '../project-root.js';

/** `npm run reset` removes the data folder, unless a process uses it. @returns the exit code */
async function resetDevnet(): Promise<number> {
  try {
    const root = path.resolve(PROJECT_ROOT, loadDevnetSettings().PRESAGE_DATA_DIR);
    if (!existsSync(root)) {
      console.log(`There is no data in ${root}.`);
      return 0;
    }
    const folder = new DataFolder(root);
    await folder.claim();
    folder.clear();
    console.log(`Removed all data in ${root}.`);
    return 0;
  } catch (error) {
    const expected = [AlreadyRunningError, ForeignFolderError, UnusableFolderError, SettingsError].some(
      (kind) => error instanceof kind,
    );
    if (!expected || !(error instanceof Error)) throw error;
    console.error(error instanceof AlreadyRunningError ? `${error.fact} Stop it first.` : error.message);
    return 1;
  }
}

process.exitCode = await resetDevnet();
