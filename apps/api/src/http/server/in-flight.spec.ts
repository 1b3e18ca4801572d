import { jest } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { InFlight } from './in-flight.js';

/** As much of a reply as is looked at. */
function replyOf(socket = { destroyed: false }): FastifyReply {
  return { sent: false, raw: { shouldKeepAlive: true }, request: { raw: { socket } } } as FastifyReply;
}

describe('InFlight', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('gives up what takes longer than the deadline, and nothing else', () => {
    const inFlight = new InFlight();
    const givenUp: FastifyReply[] = [];
    inFlight.giveUpAfter(5_000, (reply) => givenUp.push(reply));
    const [slow, quick, late] = [replyOf(), replyOf(), replyOf()];
    inFlight.begin(slow);
    inFlight.begin(quick);
    jest.advanceTimersByTime(3_000);
    inFlight.begin(late);
    inFlight.end(quick);
    jest.advanceTimersByTime(2_000);
    expect(givenUp).toEqual([slow]);
  });

  it('forgets a request whose client has gone, and waits for it no longer', async () => {
    const inFlight = new InFlight();
    const givenUp: FastifyReply[] = [];
    inFlight.giveUpAfter(5_000, (reply) => givenUp.push(reply));
    const gone: FastifyReply[] = [];
    inFlight.onClientDisconnect((reply) => gone.push(reply));
    const socket = { destroyed: false };
    const reply = replyOf(socket);
    inFlight.begin(reply);
    const drained = inFlight.drain(60_000);
    socket.destroyed = true;
    jest.advanceTimersByTime(1_000);
    await drained;
    jest.advanceTimersByTime(10_000);
    expect([givenUp, gone]).toEqual([[], [reply]]);
  });

  it('drains when the last one is answered', async () => {
    const inFlight = new InFlight();
    const reply = replyOf();
    inFlight.begin(reply);
    const drained = inFlight.drain(60_000);
    expect(reply.raw.shouldKeepAlive).toBe(false);
    inFlight.end(reply);
    await drained;
  });

  it('drains no longer than it is told', async () => {
    const inFlight = new InFlight();
    inFlight.begin(replyOf());
    const drained = inFlight.drain(7_000);
    jest.advanceTimersByTime(7_000);
    await drained;
  });

  it('closes the connection of what comes while it drains', async () => {
    const inFlight = new InFlight();
    await inFlight.drain(1_000);
    const reply = replyOf();
    inFlight.begin(reply);
    expect(reply.raw.shouldKeepAlive).toBe(false);
  });
});
