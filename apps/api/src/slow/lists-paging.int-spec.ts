import { ListRows } from '../../../../test/api/list-rows.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { Client } from '../../../../test/conformance/support/client.js';
import { describeApi } from '../../../../tools/build/describe-api.js';

/** One list of one owner, with a way to insert its next row. */
interface Opened {
  path: string;
  /** Inserts a row with a time as its sort key. @returns the key of the row */
  insert: (at: Date) => Promise<string>;
}

/** How to open a list endpoint and to identify its rows. */
interface ListEndpoint {
  open: (rows: ListRows) => Promise<Opened>;
  items: (body: Body) => { [key: string]: string }[];
  key?: string;
  /** No two rows have the same sort key. */
  unique?: boolean;
}

interface Body {
  [list: string]: unknown;
  next_cursor: string | null;
  activity: { items: { [key: string]: string }[]; next_cursor: string | null };
  history: { candles: { [key: string]: string }[] };
}

const itemsOf = (list: string) => (body: Body) => body[list] as { [key: string]: string }[];

function markets(path: string, query: string, column: 'created_at' | 'closes_at'): ListEndpoint {
  const category = `${path}${query}`;
  const open = (rows: ListRows): Promise<Opened> =>
    Promise.resolve({
      path: `${path}?category=${encodeURIComponent(category)}${query}`,
      insert: (at) => rows.market(category, { [column]: at }),
    });
  return { open, items: itemsOf('markets') };
}

/** Markets with a contract, half of which have no stake. */
function staked(path: string, query: string, key: 'pool' | 'last_stake_at'): ListEndpoint {
  const category = `${path}${query} staked`;
  const open = (rows: ListRows): Promise<Opened> =>
    Promise.resolve({
      path: `${path}?category=${encodeURIComponent(category)}${query}`,
      insert: (at) => rows.stakedMarket(category, key, at),
    });
  return { open, items: itemsOf('markets') };
}

function owned(list: 'positions' | 'settlements', owner: 'market' | 'user'): ListEndpoint {
  const open = async (rows: ListRows): Promise<Opened> => {
    const ownerId = await (owner === 'market' ? rows.market('owner') : rows.user());
    return { path: `/${owner}s/${ownerId}/${list}`, insert: (at) => rows.owned(list, owner, ownerId, at) };
  };
  return { open, items: itemsOf(list) };
}

/** Every paged endpoint by path, `/markets` once for each order. */
const ENDPOINTS: readonly [string, ListEndpoint][] = [
  ...['/markets', '/agent/markets'].flatMap((path): [string, ListEndpoint][] => [
    [path, markets(path, '', 'created_at')],
    [path, markets(path, '&sort=created_at', 'created_at')],
    [path, markets(path, '&sort=closes_at', 'closes_at')],
    [path, markets(path, '&sort=-closes_at', 'closes_at')],
    [path, markets(path, '&status=OPEN&q=upgrade&sort=-created_at', 'created_at')],
    [path, markets(path, '&status=OPEN&q=upgrade', 'created_at')],
    [path, markets(path, '&has_conflict=false&sort=-pool', 'created_at')],
    [path, staked(path, '&sort=-pool', 'pool')],
    [path, staked(path, '&sort=-last_stake_at', 'last_stake_at')],
  ]),
  ['/markets/{market_id}/positions', owned('positions', 'market')],
  ['/users/{user_id}/positions', owned('positions', 'user')],
  ['/markets/{market_id}/settlements', owned('settlements', 'market')],
  ['/users/{user_id}/settlements', owned('settlements', 'user')],
  [
    '/markets/{id}/history',
    { open: history, items: ({ history: { candles } }) => candles, key: 'start_at', unique: true },
  ],
  ['/agent/intents/{intent_id}/executions', { open: executions, items: itemsOf('executions'), key: 'execution_id' }],
  ['/agent/intents', { open: intents, items: itemsOf('intents'), key: 'intent_id' }],
  ['/agent/activity/{agent_id}', { open: activity, items: ({ activity: { items } }) => items }],
];

async function history(rows: ListRows): Promise<Opened> {
  const { id, address } = await rows.chainMarket();
  return { path: `/markets/${id}/history?interval=1h`, insert: (at) => rows.candle(address, at) };
}

async function executions(rows: ListRows): Promise<Opened> {
  const intentId = await rows.intent(await rows.agent(), new Date());
  return { path: `/agent/intents/${intentId}/executions`, insert: (at) => rows.execution(intentId, at) };
}

async function intents(rows: ListRows): Promise<Opened> {
  const agent = await rows.agent();
  return { path: `/agent/intents?agent_id=${agent}`, insert: (at) => rows.intent(agent, at) };
}

/** Alternates intents and executions. */
async function activity(rows: ListRows): Promise<Opened> {
  const agent = await rows.agent();
  let intentId: string | null = null;
  const insert = async (at: Date): Promise<string> => {
    const id = intentId === null ? await rows.intent(agent, at) : await rows.execution(intentId, at);
    intentId = intentId === null ? id : null;
    return id;
  };
  return { path: `/agent/activity/${agent}`, insert };
}

const HOUR_MS = 3_600_000;
/** In the future, so that a market that closes then is open. */
const BEGINNING_MS = Date.UTC(2099, 0, 1);
const ROWS = 23;

describe('a list that is read by pages during inserts', () => {
  let api: TestApi;
  let client: Client;
  let rows: ListRows;

  beforeAll(async () => {
    api = await startTestApi();
    client = new Client(api.url);
    rows = new ListRows(api.database);
  });
  afterAll(() => api?.stop());

  it('covers every list of the document', async () => {
    const { paths } = await describeApi();
    const lists = Object.entries(paths)
      .filter(([, { get }]) => JSON.stringify(get ?? {}).includes('"cursor"'))
      .map(([path]) => path)
      // operations.int-spec.ts reads the operators' lists by pages.
      .filter((path) => !path.startsWith('/ops/'));
    expect(new Set(ENDPOINTS.map(([path]) => path))).toEqual(new Set(lists));
  });

  it.each(ENDPOINTS)('%s returns each earlier row once and in order (%#)', async (_path, endpoint) => {
    const { path, insert } = await endpoint.open(rows);
    const keysOf = (body: Body): string[] => endpoint.items(body).map((item) => item[endpoint.key ?? 'id'] ?? '');
    const page = async (query: string): Promise<Body> => {
      const { status, body } = await client.get(`${path}${path.includes('?') ? '&' : '?'}${query}`);
      expect(status).toBe(200);
      return body as unknown as Body;
    };
    const times = buildTimes(endpoint);
    for (const at of times) await insert(at);
    const before = keysOf(await page('limit=50'));
    expect(new Set(before).size).toBe(ROWS);

    const seen: string[] = [];
    let cursor: string | null = '';
    for (let turn = 0; cursor !== null && turn < ROWS; turn += 1) {
      const body: Body = await page(`limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...keysOf(body));
      cursor = body.next_cursor ?? body.activity?.next_cursor ?? null;
      for (const at of between(times, turn, endpoint)) await insert(at);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((key) => before.includes(key))).toEqual(before);
  });
});

/** Sort keys of the rows at the start: three for all, or every fourth hour. */
function buildTimes({ unique = false }: ListEndpoint): Date[] {
  const hours = Array.from({ length: ROWS }, (_, index) => (unique ? index * 4 : Math.floor(index / 8)));
  return hours.map((hour) => new Date(BEGINNING_MS + hour * HOUR_MS));
}

/** Sort keys of the rows inserted between two pages: before, after and among the others. */
function between(times: readonly Date[], turn: number, { unique = false }: ListEndpoint): Date[] {
  const ends = [-1 - turn, 1_000 + turn].map((hour) => new Date(BEGINNING_MS + hour * HOUR_MS));
  if (turn >= 3) return ends;
  const midst = [0, 11, 22].map((index) => (times[index] ?? new Date()).getTime());
  return [...ends, ...midst.map((at) => new Date(unique ? at + (turn + 1) * HOUR_MS : at))];
}
