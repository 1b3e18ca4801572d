import { sha256Hex } from '@app/common';
import { acceptedExecution, buildArming } from '../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../test/support/engine-fixture.js';
import { AcceptancesRepository } from '../../intents/src/executions/acceptances.repository.js';
import type { Change } from '../../engine/src/domain/ports/engine-store.js';
import { EventsRepository } from './events.repository.js';
import { agentLog } from './logs.js';
import { hashOfEvent, type WireEvent } from './wire-event.js';

const HASH = `0x${'ab'.repeat(32)}`;
const [FIRST_BODY, OTHER_BODY] = ['{"b":1}', '{"b":2}'];

describe('the events of executions and their steps', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  async function readEvents(agentId: string): Promise<readonly WireEvent[]> {
    const range = { log: agentLog(agentId), after: 0, types: null, limit: 1_000 };
    const { events } = await new EventsRepository(fixture.database).readPage(range);
    expect(events.map(hashOfEvent)).toEqual(events.map(({ hash }) => hash));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    return events;
  }

  /** Arms a step and applies the changes. @returns the events after the acceptance */
  async function eventsAfter(
    kind: 'approve' | 'main',
    ...changes: Omit<Change, 'executionId'>[]
  ): Promise<readonly WireEvent[]> {
    const { agentId, executionId, lease } = await acceptedExecution(
      fixture,
      kind === 'main' ? 'claim_payout' : 'buy_yes',
    );
    await fixture.store.arm(lease, buildArming(executionId, kind));
    for (const change of changes) await fixture.store.apply(lease, { executionId, ...change });
    return (await readEvents(agentId)).slice(2);
  }

  const sent = (kind: 'approve' | 'main'): Omit<Change, 'executionId'> => ({
    from: { execution: 'submitting', step: 'armed' },
    step: { kind, to: 'sent', transactionHash: HASH },
  });
  const mined = (kind: 'approve' | 'main'): Omit<Change, 'executionId'> => ({
    from: { execution: 'submitting', step: 'sent' },
    step: { kind, to: 'mined', transactionHash: HASH, blockNumber: 7, blockHash: HASH },
  });

  it('have none for a step that is armed, sent and done', async () => {
    const done = { from: { execution: 'submitting', step: 'mined' }, step: { kind: 'main', to: 'done' } } as const;
    expect(await eventsAfter('main', sent('main'), mined('main'), done)).toEqual([]);
  });

  it('have the approval of a buy, with its transaction and block', async () => {
    const done = { from: { execution: 'submitting', step: 'mined' }, step: { kind: 'approve', to: 'done' } } as const;
    const [event, ...others] = await eventsAfter('approve', sent('approve'), mined('approve'), done);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'step.done', subject: { kind: 'execution' }, block: { number: 7, hash: HASH } });
    expect(event?.data).toMatchObject({ step: 'approve', transaction_hash: HASH, body_sha256: sha256Hex(FIRST_BODY) });
  });

  it('have a step that is planned again, with the body that was withdrawn', async () => {
    const [event] = await eventsAfter('main', sent('main'), {
      from: { execution: 'submitting', step: 'sent' },
      step: { kind: 'main', to: 'planned', transactionHash: null },
    });
    expect(event?.type).toBe('step.unarmed');
    expect(event?.data).toMatchObject({ transaction_hash: HASH, body_sha256: sha256Hex(FIRST_BODY), send_attempts: 1 });
  });

  it('have a renewed body, and the one that it replaces', async () => {
    const [event] = await eventsAfter('main', {
      from: { execution: 'submitting', step: 'armed' },
      step: { kind: 'main', body: OTHER_BODY, seal: 'seal' },
    });
    expect(event?.type).toBe('step.renewed');
    const hashes = { body_sha256: sha256Hex(OTHER_BODY), replaced_body_sha256: sha256Hex(FIRST_BODY) };
    expect(event?.data).toMatchObject(hashes);
  });

  it('have a block that a reorganisation took back, and a seal that is not genuine', async () => {
    const events = await eventsAfter(
      'main',
      sent('main'),
      mined('main'),
      {
        from: { execution: 'submitting', step: 'mined' },
        step: { kind: 'main', to: 'sent', blockNumber: null, blockHash: null },
      },
      {
        from: { execution: 'submitting', step: 'sent' },
        execution: { to: 'unknown' },
        step: { kind: 'main', to: 'unknown', providerState: 'SEAL_VIOLATED' },
      },
    );
    expect(events.map(({ type }) => type)).toEqual(['step.unmined', 'step.seal_violated', 'execution.unknown']);
    expect(events[0]?.block).toEqual({ number: 7, hash: HASH });
    expect(events[2]?.data).toMatchObject({ body_sha256: sha256Hex(FIRST_BODY) });
  });

  it('have what one transaction previews, confirms and accepts, in this order', async () => {
    const { agentId } = await fixture.wallet({ dailyLimit: '100' });
    await fixture.database.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address, amount,
           request_hash) VALUES ('agent_intent_one', $1, 'buy_yes', 'preview', '0x', 'm', '0xm', 5, 'hash')`,
        [agentId],
      );
      await tx.query(`UPDATE agent_intents SET status = 'confirmed', confirmed_at = now() WHERE id = 'agent_intent_one'`);
      const acceptances = new AcceptancesRepository(tx);
      const facts = await acceptances.findFacts('agent_intent_one');
      if (facts?.wallet == null) throw new Error('the intent has a wallet');
      const context = { requestId: 'request', traceParent: null, maxQueued: 10 };
      expect(await acceptances.accept({ facts, wallet: facts.wallet, ...context })).toMatchObject({ status: 'queued' });
    });
    expect((await readEvents(agentId)).map(({ type }) => type)).toEqual([
      ...['wallet.created', 'intent.previewed', 'intent.confirmed', 'execution.queued', 'budget.reserved'],
    ]);
  });

  it('have each of many executions that one statement moves', async () => {
    const { agentId } = await fixture.wallet();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push((await fixture.accept(await fixture.intent(agentId))).executionId);
    }
    await fixture.database.query(
      `WITH armed AS (
         UPDATE execution_steps SET status = 'armed', body = execution_id, idempotency_key = gen_random_uuid()
         WHERE execution_id = ANY ($1) AND kind = 'main')
       UPDATE executions SET status = 'broadcast' WHERE id = ANY ($1)`,
      [ids],
    );
    const events = (await readEvents(agentId)).slice(-3);
    const bodies = new Map(events.map(({ type, subject, data }) => [subject.id, [type, data['body_sha256']]]));
    expect(bodies).toEqual(new Map(ids.map((id) => [id, ['execution.broadcast', sha256Hex(id)]])));
  });

  it('have a readback that follows the end', async () => {
    const { agentId, executionId } = await acceptedExecution(fixture, 'claim_payout');
    await fixture.database.query(`UPDATE executions SET status = 'executed', completed_at = now() WHERE id = $1`, [
      executionId,
    ]);
    await fixture.database.query(`UPDATE executions SET readback = '{"b":"1","a":null}' WHERE id = $1`, [executionId]);
    const [executed, filled] = (await readEvents(agentId)).slice(-2);
    expect([executed?.type, filled?.type]).toEqual(['execution.executed', 'execution.readback_filled']);
    expect(executed?.data).not.toHaveProperty('readback_sha256');
    expect(filled?.data).toMatchObject({ readback_sha256: sha256Hex('{"a":null,"b":"1"}') });
  });
});
