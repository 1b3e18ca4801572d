import type { Product } from './product.js';

interface Mail {
  to: string;
  text: string;
}

const PASSCODE = /\b\d{6}\b/;
const TIMEOUT_MS = 120_000;

/** Waits for a passcode in the mailbox that is not among the earlier ones. */
async function passcodeFor(inboxUrl: string | null, mailbox: string, earlier: readonly string[]): Promise<string> {
  for (const until = Date.now() + TIMEOUT_MS; ;) {
    const mails = (await (await fetch(`${inboxUrl}/messages`)).json()) as Mail[];
    const codes = mails.filter(({ to }) => to.includes(mailbox)).flatMap(({ text }) => PASSCODE.exec(text)?.[0] ?? []);
    const [newest] = codes; // compared by count: it may repeat the digits of an earlier one
    if (newest !== undefined && codes.length > earlier.length) return newest;
    if (Date.now() > until) throw new Error(`no passcode arrived for ${mailbox}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
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
  fields: { agent_id: string; [name: string]: unknown },
  earlier: readonly string[] = [],
): Promise<Onboarded> {
  const mailbox = `${fields.agent_id}@example.com`;
  const { status, body } = await client.post('/agent/onboarding/start', { user_email: mailbox, ...fields });
  if (status !== 201) throw new Error(`starting answered ${status}: ${JSON.stringify(body)}`);
  const passcode = await passcodeFor(inboxUrl, mailbox, earlier);
  return { onboardingId: body.onboarding.onboarding_id, mailbox, passcode };
}
