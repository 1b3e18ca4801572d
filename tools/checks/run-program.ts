import { spawnSync } from 'node:child_process';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { installPackages, packageFile } from './packages.js';

/** `npm run lint [-- paths]` and `npm run format [-- paths]` run a program of the packages here, on the whole tree by default. */
const [program = '', ...args] = process.argv.slice(2);
installPackages();
const paths = args.some((arg) => !arg.startsWith('-')) ? [] : ['.'];
const { status } = spawnSync(process.execPath, [packageFile(program), ...args, ...paths], {
  cwd: PROJECT_ROOT,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
