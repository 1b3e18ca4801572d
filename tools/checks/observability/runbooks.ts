import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listAnchors } from '../../support/markdown-anchors.js';

/** Checks that the runbook exists, has the heading of the URL's fragment, and names the alert. */
export function runbookProblems(root: string, alert: string, url = ''): string[] {
  const [file = '', anchor] = url.split('#');
  if (!/^docs\/runbooks\/[\w-]+\.md$/.test(file)) return ['has no runbook'];
  if (!existsSync(path.join(root, file))) return [`${file} does not exist`];
  const text = readFileSync(path.join(root, file), 'utf8');
  return [
    ...(anchor === undefined || listAnchors(text).has(anchor) ? [] : [`${file} has no heading #${anchor}`]),
    ...(text.includes(`\`${alert}\``) ? [] : [`${file} does not name it`]),
  ];
}
