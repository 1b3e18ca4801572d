import { Webhook } from 'standardwebhooks';
import { type Arrival, checkDeliveries, type DeliveriesReport, type ExpectedEvent } from './check-deliveries.js';

const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const EVENTS = [1, 2, 3].map((seq): ExpectedEvent => ({ log: 'agent:a', seq, id: `event_${seq}`, type: typeOf(seq) }));

function typeOf(seq: number): string {
  return seq === 2 ? 'execution.executed' : 'intent.created';
}

function arrival(seq: number, { id = `event_${seq}`, path = '/all', secret = SECRET } = {}): Arrival {
  const body = JSON.stringify({ agent_id: 'a', data: { seq, id } });
  const timestampS = 1_700_000_000;
  const signature = new Webhook(secret).sign(id, new Date(timestampS * 1_000), body);
  return { path, id, timestampS, signatures: `v1,other ${signature}`, body };
}

function check(arrivals: Arrival[], types: string[] | null = null): DeliveriesReport {
  return checkDeliveries(arrivals, [{ path: '/all', secret: SECRET, types }], EVENTS);
}

describe('checkDeliveries', () => {
  it('accepts events in order, each repeated before the next', () => {
    const arrivals = [1, 1, 2, 2, 2, 3].map((seq) => arrival(seq));
    expect(check(arrivals)).toEqual({ events: 3, deliveries: 6, repeated: 3, lost: [], faults: [] });
  });

  it('ignores events after the expected ones', () => {
    expect(check([1, 2, 3, 4].map((seq) => arrival(seq)))).toMatchObject({ events: 3, lost: [], faults: [] });
  });

  it('expects the events of the types of a webhook only', () => {
    expect(check([arrival(2)], ['execution.executed'])).toMatchObject({ events: 1, lost: [], faults: [] });
    expect(check([arrival(1), arrival(2)], ['execution.executed']).faults).toEqual(['/all: agent:a 1 is unexpected']);
  });

  it('lists a lost event', () => {
    expect(check([arrival(1), arrival(2)]).lost).toEqual(['/all: agent:a 3 was not delivered']);
    const { lost, faults } = check([arrival(1), arrival(3)]);
    expect([lost, faults]).toEqual([['/all: agent:a 2 was not delivered'], ['/all: agent:a 3 came after 1']]);
  });

  it.each([
    ['a reordered event', [1, 3, 2].map((seq) => arrival(seq)), ['agent:a 3 came after 1', 'agent:a 2 came after 3']],
    ['a repeat after the next event', [1, 2, 1, 3].map((seq) => arrival(seq)), ['agent:a 1 came after 2']],
    [
      'a repeat under another id',
      [arrival(1), arrival(1, { id: 'event_9' }), arrival(2), arrival(3)],
      ['agent:a 1 came as event_9'],
    ],
    [
      'a wrong signature',
      [arrival(1), arrival(2, { secret: `whsec_${Buffer.alloc(24, 2).toString('base64')}` }), arrival(3)],
      ['event_2 has no valid signature'],
    ],
    [
      'a log that the webhook does not have',
      [...[1, 2, 3].map((seq) => arrival(seq)), { ...arrival(1), body: '{"agent_id":"b"}' }],
      ['event_1 has no valid signature', 'agent:b NaN is unexpected'],
    ],
  ])('reports %s', (_, arrivals, faults) => {
    expect(check(arrivals)).toMatchObject({ lost: [], faults: faults.map((fault) => `/all: ${fault}`) });
  });

  it('reports a delivery to a path without a webhook', () => {
    const arrivals = [1, 2, 3].map((seq) => arrival(seq));
    expect(check([...arrivals, arrival(1, { path: '/other' })]).faults).toEqual(['/other: event_1 is unexpected']);
  });
});
