import type { Product } from './product.js';

interface Mail {
  to: string;
  text: string;
}

const PASSCODE = /\b\d{6}\b/;
const TIMEOUT_MS = 120_000;

/** A passcode that was sent to a mailbox, once it has arrived. */
async function passcodeFor(inboxUrl: string | null, mailbox: string, earlier: readonly string[]): Promise<string> {
  for (const until = Date.now() + TIMEOUT_MS; ;) {
    const mails = (await (await fetch(`${inboxUrl}/messages`)).json()) as Mail[];
    const codes = mails.filter(({ to }) => to.includes(mailbox)).flatMap(({ text }) => PASSCODE.exec(text)?.[0] ?? []);
    const [newest] = codes; // which may, once in a million, be the same six digits again
    if (newest !== undefined && codes.length > earlier.length) return newest;
    if (Date.now() > until) throw new Error(`no passcode has come for ${mailbox}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Another six digits than those. */
export function otherThan(passcode: string): string {
  return passcode === '000000' ? '000001' : '000000';
}

export interface Onboarded {
  onboardingId: string;
  mailbox: string;
  passcode: string;
}

/** Starts an onboarding and reads the passcode off the inbox, one that did not come before. */
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
