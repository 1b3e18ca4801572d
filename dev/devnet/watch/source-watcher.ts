import path from 'node:path';
import { watch } from 'chokidar';
import { PROJECT_ROOT } from '../project-root.js';

const FOLDERS = ['apps/api', 'apps/console', 'apps/webhooks', 'apps/worker', 'libs'];
/** Tests and declarations are not compiled. */
const NOT_COMPILED = /(?:spec|\.d)\.ts$/;
/** Files saved within this time of each other count as one change. */
const QUIET_MS = 30;

export interface SourceWatcher {
  close(): Promise<void>;
}

/**
 * Reports changed, added and deleted sources of API, console, webhooks, worker and libraries, as paths relative to the project root.
 * Resolves when all folders are watched.
 */
export async function watchSources(onChange: (files: readonly string[]) => void): Promise<SourceWatcher> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(FOLDERS, {
    cwd: PROJECT_ROOT,
    ignoreInitial: true,
    ignored: (file) => NOT_COMPILED.test(file),
  });
  watcher.on('all', (event, file) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    changed.add(file.split(path.sep).join('/'));
    clearTimeout(timer);
    timer = setTimeout(() => {
      onChange([...changed]);
      changed.clear();
    }, QUIET_MS);
  });
  await new Promise<void>((resolve, reject) => {
    watcher.once('ready', resolve);
    watcher.once('error', reject);
  });
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
