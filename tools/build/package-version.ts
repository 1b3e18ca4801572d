import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { createCommand } from '../support/cli.js';
import { withVersion } from './with-version.js';

const FILES = ['sdk/package.json', 'mcp/package.json', 'mcp/server.json', 'cli/package.json'];

createCommand('packages:version', 'Sets the version of the published packages.')
  .argument('<version>', 'new version, such as 0.2.0', semanticVersion)
  .action((version: string) => {
    for (const file of FILES) {
      const place = path.join(PROJECT_ROOT, 'packages', file);
      writeFileSync(place, withVersion(readFileSync(place, 'utf8'), version));
    }
    const changes = readFileSync(path.join(PROJECT_ROOT, 'CHANGELOG.md'), 'utf8');
    console.log(`[packages] version ${version} in ${FILES.join(', ')}`);
    if (!changes.includes(`\n## ${version}\n`)) console.log(`[packages] describe ${version} in CHANGELOG.md`);
  })
  .parse();

function semanticVersion(text: string): string {
  if (/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(text)) return text;
  throw new InvalidArgumentError('Expected a version such as 0.2.0.');
}
