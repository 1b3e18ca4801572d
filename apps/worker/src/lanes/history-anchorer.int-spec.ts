import { PassThrough } from 'node:stream';
import { Logger } from '@app/observability';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { HistoryAnchorer } from './history-anchorer.js';

describe('HistoryAnchorer', () => {
  let fixture: EngineFixture;
  const lines: string[] = [];

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  it('logs each anchor that it writes, as the database has it', async () => {
    const destination = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()));
    const log = Logger.create({ app: 'test', level: 'info', format: 'json', destination });
    const { agentId } = await fixture.wallet();
    await fixture.accept(await fixture.intent(agentId));
    await fixture.database.query('ALTER TABLE execution_events DISABLE TRIGGER execution_events_append_only');
    await fixture.database.query(`UPDATE execution_events SET at = at - interval '5 minutes'`);
    const anchorer = new HistoryAnchorer(fixture.database, log);
    await anchorer.anchor();
    await anchorer.anchor();
    const stored = await fixture.database.queryOne(
      `SELECT covers_until AS "coversUntil", events::int AS events, previous_hash AS "previousHash", hash
       FROM execution_event_anchors`,
    );
    expect(lines).toHaveLength(1);
    const { coversUntil, ...line } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    expect({ ...line, coversUntil: new Date(String(coversUntil)) }).toMatchObject({
      event: 'events.anchored',
      ...stored,
    });
  });
});
