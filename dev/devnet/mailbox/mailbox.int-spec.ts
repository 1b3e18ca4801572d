import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { testRun } from '../../../test/support/test-run.js';
import { findFreePort } from '../../../test/support/free-ports.js';
import type { Message } from './message-store.js';
import { MessageStore } from './message-store.js';
import { startMailbox, type MailboxOptions, type RunningMailbox } from './start-mailbox.js';

describe('mailbox', () => {
  let options: MailboxOptions;
  let mailbox: RunningMailbox;

  beforeEach(async () => {
    const file = path.join(testRun().folder, `mailbox-${randomUUID()}`, 'messages.jsonl');
    options = { smtpPort: await findFreePort(), httpPort: await findFreePort(), file };
    mailbox = await startMailbox(options);
  });

  afterEach(() => mailbox.stop());

  async function send(subject: string, parts: { text?: string; html?: string }): Promise<void> {
    const transport = createTransport({ host: '127.0.0.1', port: options.smtpPort });
    await transport.sendMail({
      from: 'Presage <no-reply@presage.example>',
      to: 'Ann <ann@example.com>',
      subject,
      ...parts,
    });
    transport.close();
  }

  const list = async (): Promise<Message[]> => (await (await fetch(`${mailbox.url}/messages`)).json()) as Message[];

  it('lists received messages, newest first, with both parts', async () => {
    await send('first', { text: 'your code is 123456', html: '<p>your code is <b>123456</b></p>' });
    await send('second – für dich', { text: 'plain only' });
    const messages = await list();
    expect(messages).toEqual([
      {
        to: 'ann@example.com',
        subject: 'second – für dich',
        text: 'plain only\n',
        html: null,
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      },
      expect.objectContaining({
        subject: 'first',
        text: 'your code is 123456\n',
        html: '<p>your code is <b>123456</b></p>\n',
      }),
    ]);
  });

  it('keeps messages over a restart, in spite of a truncated last line, until they are deleted', async () => {
    await send('kept', { text: 'x' });
    await mailbox.stop();
    appendFileSync(options.file, '{"to":"cut');
    mailbox = await startMailbox(options);
    await send('after', { text: 'y' });
    await mailbox.stop();
    mailbox = await startMailbox(options);
    expect(await list()).toMatchObject([{ subject: 'after' }, { subject: 'kept' }]);
    expect((await fetch(`${mailbox.url}/messages`, { method: 'DELETE' })).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  it('serves a static page that may load nothing', async () => {
    await send('<script>alert(1)</script>', { html: '<script>alert(1)</script>' });
    const response = await fetch(mailbox.url);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const page = await response.text();
    expect(page).toContain('Presage mailbox');
    expect(page).not.toContain('alert(1)');
  });

  it('refuses foreign host names with 403, other paths with 404 and other methods with 405', async () => {
    expect(await statusUnder('evil.example')).toBe(403);
    expect(await statusUnder('localhost:1080')).toBe(200);
    const unknown = await fetch(`${mailbox.url}/other`);
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: expect.stringContaining('This is the local mailbox') },
    ]);
    expect((await fetch(`${mailbox.url}/messages`, { method: 'POST' })).status).toBe(405);
  });

  it('refuses a message over 1 MiB with reply code 552', async () => {
    await expect(send('large', { text: 'x'.repeat(2_000_000) })).rejects.toMatchObject({ responseCode: 552 });
    expect(await list()).toEqual([]);
  });

  function statusUnder(host: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const call = request(`${mailbox.url}/messages`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      call.once('error', reject).end();
    });
  }
});

describe('MessageStore', () => {
  it('drops the oldest messages, in memory and on disk', () => {
    const file = path.join(testRun().folder, `mailbox-${randomUUID()}`, 'messages.jsonl');
    const store = new MessageStore(file, 3);
    const message = { to: 'a@example.com', text: null, html: null, received_at: '2026-01-01T00:00:00.000Z' };
    for (const subject of ['1', '2', '3', '4', '5', '6', '7', '8']) store.add({ ...message, subject });
    const subjects = (of: MessageStore) => of.list().map(({ subject }) => subject);
    expect(subjects(store)).toEqual(['8', '7', '6']);
    expect(subjects(new MessageStore(file, 3))).toEqual(['8', '7', '6']);
  });
});
