import { Webhook } from 'standardwebhooks';
import type { SecretBox } from '@app/events';

export interface SignedRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Message {
  readonly webhookId: string;
  /** Encrypted secrets, the current one first. Each signs. */
  readonly secrets: readonly Buffer[];
  readonly eventId: string;
  readonly body: string;
}

/** Signs deliveries as Standard Webhooks describes. */
export class Signer {
  constructor(private readonly box: SecretBox) {}

  /** Returns null when the current secret was encrypted with another WEBHOOK_KEY. The one before it is left out then. */
  sign({ webhookId, secrets, eventId, body }: Message, at: Date): SignedRequest | null {
    const opened = secrets.map((sealed) => this.box.open(sealed, webhookId));
    if (opened[0] === null) return null;
    const usable = opened.filter((secret) => secret !== null);
    const signatures = usable.map((secret) => new Webhook(secret.reveal()).sign(eventId, at, body));
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Presage-Webhooks/1',
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    };
    return { body, headers };
  }
}
