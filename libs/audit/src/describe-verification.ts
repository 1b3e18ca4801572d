import type { Finding } from './finding.js';
import type { Verification } from './verify-records.js';

/** Findings that are printed as text. */
const MAX_SHOWN = 50;

export function describeVerification(verification: Verification): string {
  const { findings, findingsCount, lastAnchorHash } = verification;
  const counts: readonly (readonly [string, number])[] = [
    ['executions', verification.executions],
    ['  executed', verification.executed],
    ['  in progress, not checked at their end', verification.underWay],
    ['  failed, deadline not passed', verification.deadlineOpen],
    ['archived executions, in files', verification.archived],
    ['intents', verification.intents],
    ['events of logs, hashes recomputed', verification.events],
    ['anchors', verification.anchors],
    ['effects of product wallets on chain', verification.effects],
    ['  of intents lost by a restore', verification.lost],
    ['as of block', verification.asOfBlock],
  ];
  return [
    ...counts.map(([name, count]) => `${name.padEnd(40)}${String(count).padStart(10)}`),
    ...(lastAnchorHash === null ? [] : [`last anchor ${lastAnchorHash}`]),
    '',
    findingsCount === 0
      ? 'Everything that is recorded is what happened, and happened once.'
      : `${findingsCount} disagreements:`,
    ...formatFindings(findings),
    ...(findingsCount > MAX_SHOWN ? [`  and ${findingsCount - MAX_SHOWN} more`] : []),
  ].join('\n');
}

export function formatFindings(findings: readonly Finding[]): string[] {
  return findings.slice(0, MAX_SHOWN).map(({ code, subject, detail }) => `  ${code}  ${subject}  ${detail}`);
}
