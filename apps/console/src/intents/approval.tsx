import { useMutation } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Intent } from '@presage/sdk';
import { presage, queryClient } from '../data/query-client.js';
import { refreshReads } from '../data/refresh.js';
import { useWallet } from '../data/use-wallet.js';
import { money } from '../format/decimal.js';
import { Problem } from '../ui/async.js';
import { Field } from '../ui/field.js';
import { Time } from '../ui/values.js';
import { needsApproval } from './needs-approval.js';

interface ApprovalProps {
  readonly intent: Intent;
  /** Whether the intent can still be executed, or be confirmed again. */
  readonly isOpen: boolean;
  readonly onApproved: () => void;
}

/** Approval of an intent by its owner, with the form for the passcode. */
export function Approval({ intent, isOpen, onApproved }: ApprovalProps): JSX.Element | null {
  const wallet = useWallet(intent.agent_id);
  const approvalAbove = wallet.data?.agent_wallet.policy_metadata.approval_above ?? null;
  if (intent.approved_at !== null) {
    return (
      <p class="muted">
        Approved by the owner: <Time at={intent.approved_at} />
      </p>
    );
  }
  if (approvalAbove === null || !isOpen || !needsApproval(intent, approvalAbove)) return null;
  return (
    <div class="notice warn">
      <p>
        The owner must approve this intent: its stake is above {money(approvalAbove)}. Execute is refused until then,
        and sends a passcode to the owner’s mailbox. The passcode approves only this intent.
      </p>
      {intent.status === 'confirmed' && <PasscodeForm intentId={intent.intent_id} onApproved={onApproved} />}
    </div>
  );
}

interface PasscodeFormProps {
  readonly intentId: string;
  readonly onApproved: () => void;
}

function PasscodeForm({ intentId, onApproved }: PasscodeFormProps): JSX.Element {
  const [otp, setOtp] = useState('');
  const approve = useMutation({
    mutationFn: () => presage().request('approveIntent', { path: { intent_id: intentId }, body: { otp } }),
    onSuccess: () => {
      onApproved();
      return refreshReads(queryClient);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        approve.mutate();
      }}
    >
      <Field
        label="Passcode"
        name="passcode"
        value={otp}
        onValue={(text) => setOtp(text.trim())}
        hint="Six digits"
        autocomplete="one-time-code"
        required
      />
      <button type="submit" disabled={approve.isPending}>
        Approve
      </button>
      {approve.error !== null && <Problem error={approve.error} />}
    </form>
  );
}
