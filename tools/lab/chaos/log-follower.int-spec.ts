import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../../test/support/eventually.js';
import { type LogFollower, PollFollower, StreamFollower } from './log-follower.js';

interface TestEvent {
  seq: number;
  hash: string;
  previous_hash: string | null;
}

const event = (seq: number, { hash = `h${seq}`, previous = `h${seq - 1}` } = {}): TestEvent => ({
  ...{ seq, hash },
  previous_hash: seq === 1 ? null : previous,
});

describe.each([
  ['StreamFollower', StreamFollower],
  ['PollFollower', PollFollower],
])('%s', (name, Follower) => {
  let server: Server;
  /** Events of each response; the last response stays open. A number is a status. */
  let responses: (TestEvent[] | number)[];
  let follower: LogFollower;

  function answer(response: ServerResponse): void {
    const next = responses.shift();
    if (next === undefined) return;
    if (typeof next === 'number') return void response.writeHead(next).end('{"error":{"code":"refused"}}');
    if (name === 'PollFollower') return void response.end(JSON.stringify({ events: next }));
    const frames = next.map((one) => `id: ${one.seq}\nevent: test\ndata: ${JSON.stringify(one)}\n\n`);
    response.end(`${frames.join('')}event: stream.head\ndata: {"head_seq":1}\n\n`);
  }

  async function follow(...given: (TestEvent[] | number)[]): Promise<LogFollower> {
    responses = given;
    server = createServer((_request, response) => answer(response));
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
    const { port } = server.address() as AddressInfo;
    follower = new Follower({ log: 'agent:a', url: `http://127.0.0.1:${port}/` });
    await eventually(
      () => Promise.resolve(responses.length),
      (left) => left === 0,
    );
    return follower;
  }

  afterEach(async () => {
    await follower.stop();
    server.closeAllConnections();
    server.close();
  });

  const untilAt = (position: number): Promise<unknown> =>
    eventually(
      () => Promise.resolve(follower.position),
      (at) => at === position,
    );
  const untilFault = (): Promise<string[]> =>
    eventually(
      () => Promise.resolve(follower.faults),
      (faults) => faults.length > 0,
    );

  it('goes on after failures and accepts repeated events', async () => {
    await follow([event(1)], 503, [event(1), event(2)], [event(3)]);
    await untilAt(3);
    expect([follower.faults, follower.repeated, follower.failures > 0]).toEqual([[], 1, true]);
  });

  it.each([
    ['a gap', [[event(1), event(3)]], 'event 3 after 1'],
    ['a changed event', [[event(1)], [event(1, { hash: 'other' })]], 'event 1 has changed'],
    ['a broken hash chain', [[event(1), event(2, { previous: 'other' })]], 'event 2 has another predecessor'],
    ['a refused position', [[event(1)], 400], 'refused after 1: refused'],
  ])('reports %s', async (_, given, fault) => {
    await follow(...given);
    expect(await untilFault()).toEqual([`agent:a by ${name}: ${fault}`]);
  });
});
