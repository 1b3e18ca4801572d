import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Secret } from '@app/common';
import { newWebhookSecret, SecretBox } from '@app/events';
import { Signer } from './signer.js';

const MESSAGE = { webhookId: 'webhook_1', eventId: 'event_1', body: '{"type":"test"}' };

function newBox(): SecretBox {
  return new SecretBox([new Secret(randomBytes(32).toString('hex'))]);
}

describe('a signer', () => {
  const box = newBox();
  const current = newWebhookSecret();
  const sealed = box.seal(current, MESSAGE.webhookId);
  const unreadable = newBox().seal(newWebhookSecret(), MESSAGE.webhookId);

  it('signs with the current secret when the one before it cannot be read', () => {
    const request = new Signer(box).sign({ ...MESSAGE, secrets: [sealed, unreadable] }, new Date());
    expect(request?.headers['webhook-signature']).not.toContain(' ');
    expect(new Webhook(current.reveal()).verify(MESSAGE.body, request?.headers ?? {})).toEqual({ type: 'test' });
  });

  it('signs nothing when the current secret cannot be read', () => {
    expect(new Signer(box).sign({ ...MESSAGE, secrets: [unreadable, sealed] }, new Date())).toBeNull();
  });
});
