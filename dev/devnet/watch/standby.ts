import { builtFile } from '../project-root.js';
import type { AppProcess } from '../processes/apps.js';
import { startNodeApp } from '../processes/node-app.js';
import type { ProcessOptions, RunningProcess } from '../processes/start-process.js';

const PRELOAD = builtFile('dev/devnet/watch/preload-packages.ts');

/**
 * Launches an application, from a prepared process if there is one.
 * A prepared process has loaded the application's packages, and waits for `launch`.
 */
export class Standby {
  private prepared: RunningProcess | null = null;

  constructor(
    private readonly app: AppProcess,
    private readonly log: ProcessOptions['log'],
  ) {}

  async prepare(): Promise<void> {
    const { app, log } = this;
    if (this.prepared !== null) return;
    const running = await startNodeApp({
      ...app.program,
      name: `${app.name}-standby`,
      log,
      preload: PRELOAD,
      stdin: 'pipe',
    });
    this.prepared = running;
    void running.exited.then(() => {
      if (this.prepared === running) this.prepared = null;
    });
  }

  async launch(): Promise<RunningProcess> {
    const { app, prepared } = this;
    if (prepared === null) return app.launch(this.log);
    this.prepared = null;
    app.program.runFolder.record(app.name, prepared.pid, 'SIGTERM');
    prepared.write?.('start\n');
    return prepared;
  }
}
