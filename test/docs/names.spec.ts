import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['docs', 'examples', 'skills', 'deploy', 'dev', 'packages', 'apps/api/src/docs'];
const TEXT = /\.(?:md|mjs|py|json|ts|ya?ml)$/;
const SKIPPED = /(?:^|\/)(?:node_modules|dist|generated)\/|spec\.ts$/;
/** Installs or runs a package by its name. */
const COMMAND =
  /\b(?:npm (?:install|i|add|exec)|npx|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx|pip3? install|pipx (?:install|run)|uvx|uv (?:add|pip install)|(?:uv )?tool install)((?: +[\w@./:*=\-[\]]+)*)/g;

describe('the names of packages', () => {
  const files = ['README.md', 'CONTRIBUTING.md', ...FOLDERS.flatMap(listFiles)];

  it('ask nobody to install a package of Presage from a registry: those names are not ours, or not yet', () => {
    const commands = files.flatMap((file) =>
      [...read(file).matchAll(COMMAND)].map(([command, words = '']) => ({ file, command, words: words.split(/ +/) })),
    );
    expect(commands.length).toBeGreaterThan(10);
    const byName = commands.filter(({ words }) => words.some((word) => /^@?presage(?:[-_/@=]|$)/.test(word)));
    expect(byName).toEqual([]);
  });

  it.each(['packages/sdk', 'packages/cli', 'packages/mcp', 'packages/python'])(
    '%s says that it is not published',
    (folder) => {
      expect(read(`${folder}/README.md`)).toMatch(/packages? (?:is|are) not published yet/);
    },
  );

  it('are those that the skill tells an agent not to trust', () => {
    expect(read('skills/presage/SKILL.md')).toMatch(/Never install `presage`, .* from a registry/);
  });
});

function listFiles(folder: string): string[] {
  const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => path.join(folder, name)).filter((file) => TEXT.test(file) && !SKIPPED.test(file));
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}
