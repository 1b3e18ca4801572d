import type { JSX } from 'preact';
import type { PlannedCall, PlannedCalls } from '@presage/sdk';
import { Facts } from '../ui/parts.js';
import { Hash } from '../ui/values.js';

export function Plan({ calls }: { readonly calls: PlannedCalls }): JSX.Element {
  const { approval, transaction_request: request } = calls;
  return (
    <div class="plan">
      {approval !== null && (
        <>
          <h3>Approval for the market</h3>
          <CallDetails call={approval} />
        </>
      )}
      <h3>Transaction</h3>
      <CallDetails call={request} />
      <Facts
        rows={[
          ['Ref', <Hash value={request.ref} />],
          ['Lifetime', `${request.deadline_seconds} s after arming, then the contracts refuse it`],
          ['Signed by', 'the wallet provider, not by you'],
        ]}
      />
    </div>
  );
}

function CallDetails({ call }: { readonly call: PlannedCall }): JSX.Element {
  return (
    <Facts
      rows={[
        ['Calls', `${call.function} of the ${call.contract}`],
        ['Arguments', call.args_display.length === 0 ? 'none' : call.args_display.join(', ')],
        ['Contract', <Hash value={call.to} />],
        ['Network', call.chain],
      ]}
    />
  );
}
