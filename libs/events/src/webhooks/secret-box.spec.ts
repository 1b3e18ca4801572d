import { Secret } from '@app/common';
import { newWebhookSecret, SecretBox } from './secret-box.js';

const HEX = '07'.repeat(32);
const BASE64 = Buffer.from(HEX, 'hex').toString('base64');

describe('SecretBox', () => {
  const box = new SecretBox([new Secret(HEX)]);
  const secret = newWebhookSecret();

  it('opens what it sealed, with the key in either form', () => {
    const sealed = box.seal(secret, 'webhook_1');
    expect(sealed.toString('latin1')).not.toContain(secret.reveal());
    for (const key of [HEX, BASE64]) {
      expect(new SecretBox([new Secret(key)]).open(sealed, 'webhook_1')?.reveal()).toBe(secret.reveal());
    }
  });

  it('does not open a secret of another webhook, of another key, or one that was changed', () => {
    const sealed = box.seal(secret, 'webhook_1');
    expect(box.open(sealed, 'webhook_2')).toBeNull();
    expect(new SecretBox([new Secret('08'.repeat(32))]).open(sealed, 'webhook_1')).toBeNull();
    for (const index of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(box.open(changed, 'webhook_1')).toBeNull();
    }
    expect(box.open(Buffer.alloc(0), 'webhook_1')).toBeNull();
  });

  it('opens what the previous key sealed, and renews it with the current one', () => {
    const next = new Secret('08'.repeat(32));
    const both = new SecretBox([next, new Secret(HEX)]);
    const old = box.seal(secret, 'webhook_1');
    expect(both.open(old, 'webhook_1')?.reveal()).toBe(secret.reveal());
    const renewed = both.renew(old, 'webhook_1') ?? Buffer.alloc(0);
    expect(new SecretBox([next]).open(renewed, 'webhook_1')?.reveal()).toBe(secret.reveal());
    expect(both.renew(renewed, 'webhook_1')).toBe(renewed);
    expect(new SecretBox([next]).renew(old, 'webhook_1')).toBeNull();
    expect(both.renew(old, 'webhook_2')).toBeNull();
  });

  it('makes secrets of 32 bytes as Standard Webhooks writes them', () => {
    expect(secret.reveal()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});
