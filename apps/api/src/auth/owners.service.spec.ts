import { type OwnedKind, type Owner, OwnersRepository } from '@app/agents';
import { Clock } from '@app/common';
import { OwnersService } from './owners.service.js';

class ManualClock extends Clock {
  ms = 1_000;

  now(): Date {
    return new Date(this.ms);
  }
}

describe('OwnersService', () => {
  const clock = new ManualClock();
  let statements: string[];
  let owners: OwnersService;

  beforeEach(() => {
    statements = [];
    const rows: Owner[] = [
      { id: 'agent_alice_01', accountId: 'alice', agentId: 'agent_alice_01', userKind: 'agent' },
      { id: 'agent_unowned', accountId: null, agentId: 'agent_unowned', userKind: 'agent' },
    ];
    const repository: Pick<OwnersRepository, 'find'> = {
      find: (kind: OwnedKind, ids: readonly string[]) => {
        statements.push(`${kind} ${ids.join(' ')}`);
        return Promise.resolve(rows.filter(({ id }) => ids.includes(id)));
      },
    };
    owners = new OwnersService(repository as OwnersRepository, clock);
  });

  it('reads the own records of an account once in five seconds', async () => {
    await owners.find('agent', 'agent_alice_01', 'alice');
    clock.ms += 4_999;
    expect(await owners.find('agent', 'agent_alice_01', 'alice')).toMatchObject({ accountId: 'alice' });
    expect(statements).toEqual(['agent agent_alice_01']);
    clock.ms += 1;
    await owners.find('agent', 'agent_alice_01', 'alice');
    expect(statements).toHaveLength(2);
  });

  it('reads a missing record, and one of another account or of none, for every request', async () => {
    await owners.find('agent', 'agent_alice_01', 'alice');
    statements.length = 0;
    for (const id of ['agent_nobody_1', 'agent_alice_01', 'agent_unowned']) {
      for (const accountId of ['bob', 'bob', null, null]) await owners.find('agent', id, accountId);
    }
    expect(statements).toHaveLength(12);
  });

  it('reads the records of simultaneous requests with one statement', async () => {
    const ids = ['agent_alice_01', 'agent_nobody_1', 'agent_unowned'];
    await Promise.all(ids.map((id) => owners.find('agent', id, 'bob')));
    expect(statements).toEqual([`agent ${ids.join(' ')}`]);
  });
});
