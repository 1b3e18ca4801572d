import { type UseMutationResult, useMutation } from '@tanstack/preact-query';
import { useRef } from 'preact/hooks';
import type { Action, Intent } from '@presage/sdk';
import { presage } from '../data/query-client.js';
import { setActingAgent } from '../data/session.js';
import { goTo } from '../routing/route.js';

/** Creates an action for a purpose, its idempotency key. */
export type ActionBuilder = (purpose: string) => Action;

const PREVIEW_TIMEOUT_MS = 20_000;
const PURPOSE_BYTES = 12;

/**
 * Creates an intent and opens its page, where the plan is shown before anything is executed.
 * The purpose stays the same until the action changes, so a repeated click finds the same intent.
 */
export function usePreview(): UseMutationResult<Intent, Error, ActionBuilder> {
  const last = useRef({ fields: '', purpose: '' });
  const choosePurpose = (build: ActionBuilder): string => {
    const fields = JSON.stringify(build(''));
    if (fields !== last.current.fields) last.current = { fields, purpose: newPurpose() };
    return last.current.purpose;
  };
  return useMutation({
    mutationFn: (build: ActionBuilder) =>
      presage().preview(build(choosePurpose(build)), { timeoutMs: PREVIEW_TIMEOUT_MS }),
    onSuccess: ({ agent_id, intent_id }) => {
      setActingAgent(agent_id);
      goTo('intents', intent_id);
    },
  });
}

/** `crypto.randomUUID` needs TLS or a loopback address. */
export function newPurpose(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PURPOSE_BYTES));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
