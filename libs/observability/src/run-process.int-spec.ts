import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { builtFile } from '../../../dev/devnet/project-root.js';

/** Runs a process whose start does this, and that then ends. */
function runWith(start: string, env: Readonly<Record<string, string>>) {
  const url = (source: string): string => JSON.stringify(pathToFileURL(builtFile(source)).href);
  const script = `
    import { runProcess } from ${url('libs/observability/src/run-process.ts')};
    import { SettingsError } from ${url('libs/config/src/index.ts')};
    runProcess('demo', async () => { ${start} });`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
}

describe('runProcess', () => {
  const MISSPELT = { API_PROT: '7777', PATH: '/bin' };

  it('logs a variable that looks like a misspelt setting, without its value', () => {
    const log = '{ warn: (record) => console.log(JSON.stringify(record)) }';
    const { status, stdout } = runWith(`return { log: ${log}, close: async () => {} };`, MISSPELT);
    expect({ status, logged: JSON.parse(stdout) }).toEqual({
      status: 0,
      logged: { event: 'demo.setting_unknown', variable: 'API_PROT', meant: 'API_PORT' },
    });
  });

  it('names it beside the settings at fault', () => {
    const { status, stderr } = runWith(`throw new SettingsError(['API_HOST is required']);`, MISSPELT);
    expect(status).toBe(1);
    expect(stderr).toContain('API_HOST is required\n  - API_PROT is not a setting; did you mean API_PORT\n');
    expect(stderr).not.toContain('7777');
  });
});
