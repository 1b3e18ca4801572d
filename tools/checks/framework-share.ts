import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listRepoFiles } from '../support/repo-files.js';
import type { CheckResult } from './check-result.js';

const MAX_SHARE = 0.35;
const API = 'apps/api/src/';
/** Folders that describe or transport requests instead of serving a feature. */
const FRAMEWORK = /^apps\/api\/src\/(?:http|docs)\//;

/** Checks the share of lines in apps/api that are framework: `http/` and `docs/` against all. */
export function checkFrameworkShare(root: string): CheckResult {
  const files = listRepoFiles(root).filter(
    (file) => file.startsWith(API) && file.endsWith('.ts') && !file.endsWith('spec.ts'),
  );
  const linesOf = (file: string): number => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
  const count = (counted: readonly string[]): number => counted.reduce((sum, file) => sum + linesOf(file), 0);
  const framework = count(files.filter((file) => FRAMEWORK.test(file)));
  const all = count(files);
  const summary = `${framework} of ${all} lines of apps/api are framework: ${percent(framework / all)}`;
  return { problems: framework > all * MAX_SHARE ? [`${summary}, maximum ${percent(MAX_SHARE)}`] : [], summary };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
