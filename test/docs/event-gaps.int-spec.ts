import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EventStreamClient, type Frame } from '../api/event-stream-client.js';
import { startTestApi, type TestApi } from '../api/start-test-api.js';

const GUIDE = path.resolve(import.meta.dirname, '../../docs/agents.md');
const PROGRAM = /\| awk -v last="\$AFTER" '\n([^']*)'/.exec(readFileSync(GUIDE, 'utf8'))?.[1] ?? '';
const COUNT = 5;

/** Runs the guide's program on a stream. */
function check(frames: readonly Frame[], after = 0): { status: number | null; out: string } {
  const text = frames.map(
    (frame) =>
      Object.entries(frame)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join('') + '\n',
  );
  const { status, stdout } = spawnSync('awk', ['-v', `last=${after}`, PROGRAM], {
    input: text.join(''),
    encoding: 'utf8',
  });
  return { status, out: stdout };
}

describe('the reader of streams in the agents guide', () => {
  let api: TestApi;
  let frames: readonly Frame[];

  beforeAll(async () => {
    api = await startTestApi();
    for (let count = 0; count < COUNT; count += 1) {
      await api.database.query(
        `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash, client_request_id)
         VALUES ($1, 'agent_of_guide', 'claim_payout', 'preview', '0x', 'm', 'h', $1)`,
        [`{"head_seq":77} ${randomUUID()}`],
      );
    }
    const stream = await EventStreamClient.open(`${api.url}/agent/events/agent_of_guide?after=0`);
    await stream.until(({ heads }) => heads.length === 1);
    ({ frames } = stream);
    stream.close();
  });
  afterAll(() => api?.stop());

  it('accepts a stream without a gap', () => {
    expect(frames).toHaveLength(COUNT + 1);
    expect(check(frames)).toEqual({ status: 0, out: '' });
    expect(check(frames.slice(2), 2)).toEqual({ status: 0, out: '' });
  });

  it('detects any event that is missing', () => {
    for (let missing = 0; missing < COUNT; missing += 1) {
      const rest = frames.filter((_, index) => index !== missing);
      expect(check(rest)).toEqual({ status: 1, out: `events are missing after ${missing}\n` });
    }
  });
});
