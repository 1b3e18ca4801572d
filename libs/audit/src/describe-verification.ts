import type { Verification } from './verify-records.js';

const MAX_FINDINGS = 50;

/** Text for operators: counts and findings. */
export function describeVerification(verification: Verification): string {
  const { findings, findingsCount, lastAnchorHash } = verification;
  const counts: readonly (readonly [string, number])[] = [
    ['executions', verification.executions],
    ['  executed', verification.executed],
    ['  in progress, not checked at their end', verification.underWay],
    ['  failed, deadline not passed', verification.deadlineOpen],
    ['archived executions, in files', verification.archived],
    ['intents', verification.intents],
    ['events, hashes recomputed', verification.events],
    ['events of logs, hashes recomputed', verification.loggedEvents],
    ['anchors', verification.anchors],
    ['effects of product wallets on chain', verification.effects],
    ['as of block', verification.asOfBlock],
  ];
  const shown = findings.slice(0, MAX_FINDINGS);
  const omitted = findingsCount - shown.length;
  return [
    ...counts.map(([name, count]) => `${name.padEnd(40)}${String(count).padStart(10)}`),
    ...(lastAnchorHash === null ? [] : [`last anchor ${lastAnchorHash}`]),
    '',
    findingsCount === 0
      ? 'Everything that is recorded is what happened, and happened once.'
      : `${findingsCount} disagreements:`,
    ...shown.map(({ code, subject, detail }) => `  ${code}  ${subject}  ${detail}`),
    ...(omitted > 0 ? [`  and ${omitted} more`] : []),
  ].join('\n');
}
