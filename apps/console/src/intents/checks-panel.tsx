import type { JSX } from 'preact';
import type { Check, Fee, Intent } from '@presage/sdk';
import { COLLATERAL, grouped } from '../format/decimal.js';
import { sentence } from '../format/text.js';
import { DataTable } from '../ui/parts.js';
import { Badge, Time } from '../ui/values.js';

const UNITS: Readonly<Record<string, string>> = {
  collateral: COLLATERAL,
  native: 'native',
  seconds: 's',
  multiple: '×',
};

/** Rules that the preview checked, each with its distance to the limit. */
export function ChecksPanel({ intent }: { readonly intent: Intent }): JSX.Element {
  const { checks, would_execute, fee } = intent.validation_result;
  return (
    <>
      <h2>Preview</h2>
      <p class="muted">
        <Time at={intent.created_at} />
      </p>
      <p>{describeResult(would_execute)}</p>
      {fee !== null && <p>{describeFee(fee)}</p>}
      {intent.warnings.length > 0 && (
        <ul class="notice warn">
          {intent.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <DataTable
        label="Checks of the preview"
        rows={checks}
        keyOf={({ rule }) => rule}
        empty="No checks."
        columns={[
          { name: 'Rule', cell: ({ rule }) => sentence(rule) },
          { name: 'Result', cell: ({ result }) => <Badge status={result} /> },
          { name: 'Reason', cell: ({ message, code }) => <span class="reason">{message ?? code ?? '–'}</span> },
          { name: 'Headroom', cell: formatHeadroom, isNumber: true },
        ]}
      />
    </>
  );
}

function formatHeadroom({ headroom, headroom_unit }: Check): string {
  return headroom === null ? '–' : `${grouped(headroom)} ${UNITS[headroom_unit ?? ''] ?? headroom_unit ?? ''}`.trim();
}

function describeResult(wouldExecute: boolean | null): string {
  if (wouldExecute === null) return 'The chain did not answer, so it is not known whether execution would take effect.';
  return wouldExecute ? 'Execution would take effect.' : 'Execution would not take effect.';
}

function describeFee({ estimated_cost, max_cost, executions_left, sponsored }: Fee): string {
  const left = executions_left === null ? '' : ` The balance pays for ${executions_left}.`;
  const payer = sponsored ? ' The custody sends gas to a wallet that lacks it.' : left;
  return `Gas costs about ${grouped(estimated_cost)} native coins, at most ${grouped(max_cost)}.${payer}`;
}
