import 'reflect-metadata';
import { describeApi } from '../../build/describe-api.js';
import { createCommand } from '../../support/cli.js';
import { installPackages, requirePackage } from './packages.js';

/** The part of a finding that is reported. */
interface Finding {
  readonly code: string | number;
  readonly message: string;
  readonly path: readonly (string | number)[];
  /** 0 error, 1 warning, 2 information, 3 hint. */
  readonly severity: number;
}

interface SpectralCore {
  readonly Spectral: new () => {
    setRuleset(ruleset: { readonly extends: unknown }): void;
    run(document: string): Promise<readonly Finding[]>;
  };
}

const SEVERITIES = ['error', 'warning', 'information', 'hint'];

await createCommand('openapi:spectral', 'Lints the OpenAPI document with the ruleset spectral:oas.')
  .action(async () => {
    installPackages();
    const findings = await lint(JSON.stringify(await describeApi()));
    for (const { severity, code, message, path } of findings) {
      console.error(`[spectral] ${SEVERITIES[severity] ?? severity} ${code}: ${message} (${path.join('.')})`);
    }
    const count = (severity: number): number => findings.filter((finding) => finding.severity === severity).length;
    console.log(`[spectral] ${SEVERITIES.map((name, severity) => `${name}: ${count(severity)}`).join(', ')}`);
    if (findings.length > 0) process.exitCode = 1;
  })
  .parseAsync();

async function lint(document: string): Promise<readonly Finding[]> {
  const { Spectral }: SpectralCore = requirePackage('@stoplight/spectral-core');
  const { oas }: { oas: unknown } = requirePackage('@stoplight/spectral-rulesets');
  const spectral = new Spectral();
  spectral.setRuleset({ extends: oas });
  return spectral.run(document);
}
