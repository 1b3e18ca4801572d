import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { type OpsTarget, opsSettings } from '../../support/run-ops.js';
import { Shell } from '../support/shell.js';

/** A shell in the project's folder with the settings of `npm run ops`, as an operator has it. */
export async function openOperatorShell(
  stack: OpsTarget,
  settings: Readonly<Record<string, string>> = {},
): Promise<Shell> {
  const shell = new Shell(PROJECT_ROOT);
  for (const [name, value] of Object.entries({ ...opsSettings(stack), ...settings })) {
    await shell.type(`export ${name}='${value}'`);
  }
  return shell;
}
