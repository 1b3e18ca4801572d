import type { Verification } from './verify-records.js';

const SHOWN = 50;

/** A verification for people: the counts, and what disagrees. */
export function describeVerification(found: Verification): string {
  const counts: readonly (readonly [string, number])[] = [
    ['executions', found.executions],
    ['  executed', found.executed],
    ['  under way, left to a later look', found.underWay],
    ['  failed, deadline still open', found.deadlineOpen],
    ['intents', found.intents],
    ['events, hashes recomputed', found.events],
    ['anchors', found.anchors],
    ['effects of our wallets on chain', found.effects],
    ['as of block', found.asOfBlock],
  ];
  const rest = found.findingsCount - Math.min(SHOWN, found.findings.length);
  return [
    ...counts.map(([name, count]) => `${name.padEnd(36)}${String(count).padStart(10)}`),
    ...(found.lastAnchorHash === null ? [] : [`last anchor ${found.lastAnchorHash}`]),
    '',
    found.findingsCount === 0
      ? 'Everything that is recorded is what happened, and happened once.'
      : `${found.findingsCount} disagreements:`,
    ...found.findings.slice(0, SHOWN).map(({ code, subject, detail }) => `  ${code}  ${subject}  ${detail}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join('\n');
}
