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
    const anchorer = new HistoryAnchorer(fixture.database, log);
    await anchorer.anchor();
    await anchorer.anchor();
    const stored = await fixture.database.queryOne(
      'SELECT id AS "anchorId", json_array_length(heads::json) AS logs, previous_hash AS "previousHash", hash FROM event_anchors',
    );
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'events.anchored', logs: 1, ...stored });
  });
});
