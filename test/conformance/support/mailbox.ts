import { eventually } from '../../support/eventually.js';
import type { Product } from './product.js';

interface Mail {
  to: string;
  text: string;
}

const PASSCODE = /\b\d{6}\b/;

/** Waits for a passcode in the mailbox, newer than the earlier ones. */
async function passcodeFor(inboxUrl: string | null, mailbox: string, earlier: readonly string[]): Promise<string> {
  // Compared by count: a passcode may repeat the digits of an earlier one.
  const codes = await eventually(
    () => passcodesIn(inboxUrl, mailbox),
    (found) => found.length > earlier.length,
  );
  return codes[0] ?? '';
}

/** Returns the passcodes sent to the mailbox, newest first. */
export async function passcodesIn(inboxUrl: string | null, mailbox: string): Promise<string[]> {
  const mails = (await (await fetch(`${inboxUrl}/messages`)).json()) as Mail[];
  return mails.filter(({ to }) => to.includes(mailbox)).flatMap(({ text }) => PASSCODE.exec(text)?.[0] ?? []);
}

/** Returns a different passcode. */
export function otherThan(passcode: string): string {
  return passcode === '000000' ? '000001' : '000000';
}

export interface Onboarded {
  onboardingId: string;
  mailbox: string;
  passcode: string;
}

/** Starts an onboarding and reads its passcode from the mailbox. */
export async function startOnboarding(
  { client, inboxUrl }: Pick<Product, 'client' | 'inboxUrl'>,
  fields: { agent_id: string; user_email?: string; [name: string]: unknown },
  earlier: readonly string[] = [],
): Promise<Onboarded> {
  const { user_email: mailbox = `${fields.agent_id}@example.com` } = fields;
  const { status, body } = await client.post('/agent/onboarding/start', { ...fields, user_email: mailbox });
  if (status !== 201) throw new Error(`starting answered ${status}: ${JSON.stringify(body)}`);
  const passcode = await passcodeFor(inboxUrl, mailbox, earlier);
  return { onboardingId: body.onboarding.onboarding_id, mailbox, passcode };
}
