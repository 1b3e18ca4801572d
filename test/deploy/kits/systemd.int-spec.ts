import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { run } from './programs.js';

const UNITS = ['presage-api@', 'presage-worker@', 'presage-webhooks@', 'presage-migrate'] as const;
/** Of systemd-analyze security: 0 is contained, 10 is exposed. A service without any hardening has 9.6. */
const MAX_EXPOSURE = 2;

describe('the units, in the tools of systemd', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'presage-units-'));
    cpSync(path.join(PROJECT_ROOT, 'deploy/systemd'), folder, { recursive: true });
    const dropIns = path.join(folder, 'presage-worker@.service.d');
    mkdirSync(dropIns);
    cpSync(path.join(folder, 'keystore.conf'), path.join(dropIns, 'keystore.conf'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const analyze = (words: readonly string[], unit: string): { ok: boolean; output: string } => {
    const file = unit.endsWith('@') ? `${unit}4999.service` : `${unit}.service`;
    if (unit.endsWith('@')) cpSync(path.join(folder, `${unit}.service`), path.join(folder, file));
    // The trailing colon appends the units of the machine.
    const { ok, output } = run('sh', [
      '-c',
      'SYSTEMD_UNIT_PATH=$0: systemd-analyze "$@" 2>&1',
      ...[folder, ...words, path.join(folder, file)],
    ]);
    return { ok, output };
  };
  const verify = (unit: string): { ok: boolean; output: string } =>
    analyze(['--man=no', '--generators=no', 'verify'], unit);

  it.each(UNITS)('%s is valid', (unit) => {
    expect(verify(unit)).toEqual({ ok: true, output: '' });
  });

  it('reads the hardening that all units share', () => {
    appendFileSync(path.join(folder, 'presage-.service.d/hardening.conf'), 'ProtectHomes=yes\n');
    expect(verify('presage-api@').output).toContain("Unknown key 'ProtectHomes'");
  });

  it.each(UNITS)('%s exposes little', (unit) => {
    const { ok, output } = analyze(
      ['security', '--offline=yes', '--no-pager', `--threshold=${MAX_EXPOSURE * 10}`],
      unit,
    );
    expect([ok, /exposure level for \S+ (\S+)/.exec(output)?.[1]]).toEqual([true, expect.stringMatching(/^1\./)]);
  });
});
