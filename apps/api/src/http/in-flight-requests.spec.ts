import { jest } from '@jest/globals';
import { AppError } from '@app/common';
import { type Logger, Metrics } from '@app/observability';
import type { FastifyReply } from 'fastify';
import { InFlightRequests } from './in-flight-requests.js';

const HANDLER_TIMEOUT_MS = 5_000;

interface FakeReply {
  reply: FastifyReply;
  send: jest.Mock<(payload: unknown) => void>;
  socket: { destroyed: boolean };
}

/** The part of a reply that `InFlightRequests` uses. */
function fakeReply(): FakeReply {
  const send = jest.fn<(payload: unknown) => void>();
  const socket = { destroyed: false };
  const request = { id: 'request', method: 'GET', routeOptions: { url: '/markets' }, raw: { socket } };
  return { reply: { sent: false, raw: { shouldKeepAlive: true }, request, send } as never, send, socket };
}

describe('InFlightRequests', () => {
  const info = jest.fn();
  let inFlight: InFlightRequests;

  beforeEach(() => {
    jest.useFakeTimers();
    info.mockClear();
    inFlight = new InFlightRequests(HANDLER_TIMEOUT_MS, { info } as Partial<Logger> as Logger, Metrics.off());
  });

  afterEach(() => {
    inFlight.onApplicationShutdown();
    jest.useRealTimers();
  });

  it('answers overloaded after the handler timeout, and only then', () => {
    const [slow, quick, late] = [fakeReply(), fakeReply(), fakeReply()];
    inFlight.begin(slow.reply);
    inFlight.begin(quick.reply);
    jest.advanceTimersByTime(3_000);
    inFlight.begin(late.reply);
    inFlight.end(quick.reply);
    jest.advanceTimersByTime(2_000);
    expect(slow.send.mock.calls).toEqual([[expect.any(AppError)]]);
    expect(slow.send.mock.calls[0]?.[0]).toMatchObject({ code: 'overloaded', retryAfterS: 1 });
    expect([...quick.send.mock.calls, ...late.send.mock.calls]).toEqual([]);
  });

  it('drops a request whose client has disconnected, and does not wait for it', async () => {
    const { reply, send, socket } = fakeReply();
    inFlight.begin(reply);
    const onDrained = jest.fn();
    void inFlight.drain(60_000).then(onDrained);
    socket.destroyed = true;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(onDrained).toHaveBeenCalled();
    jest.advanceTimersByTime(10_000);
    expect(send).not.toHaveBeenCalled();
    expect(info.mock.calls).toEqual([
      [expect.objectContaining({ event: 'http.client_disconnected', durationMs: 1_000, requestId: 'request' })],
    ]);
  });

  it('drains when the last request is answered', async () => {
    const { reply } = fakeReply();
    inFlight.begin(reply);
    const onDrained = jest.fn();
    void inFlight.drain(60_000).then(onDrained);
    expect(reply.raw.shouldKeepAlive).toBe(false);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(onDrained).not.toHaveBeenCalled();
    inFlight.end(reply);
    await jest.advanceTimersByTimeAsync(0);
    expect(onDrained).toHaveBeenCalled();
  });

  it('drains no longer than the timeout', async () => {
    inFlight.begin(fakeReply().reply);
    const onDrained = jest.fn();
    void inFlight.drain(7_000).then(onDrained);
    await jest.advanceTimersByTimeAsync(6_999);
    expect(onDrained).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(onDrained).toHaveBeenCalled();
  });

  it('closes the connection of requests that arrive while it drains', async () => {
    await inFlight.drain(1_000);
    const { reply } = fakeReply();
    inFlight.begin(reply);
    expect(reply.raw.shouldKeepAlive).toBe(false);
  });
});
