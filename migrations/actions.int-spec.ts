import { ACTION_NAMES, ACTIONS } from '@app/common';
import { openDatabase, type OpenDatabase } from '../test/support/open-database.js';

const EVENTS = [...new Set(ACTION_NAMES.map((action) => ACTIONS[action].event))];

/** Checks of columns, and functions of triggers, by name with their text. */
const TEXTS_SQL = `
  SELECT conrelid::regclass || ' ' || conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
  WHERE contype = 'c' AND connamespace = 'public'::regnamespace
  UNION ALL SELECT 'function ' || proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND probin IS NULL`;

interface Listing {
  name: string;
  text: string;
}

describe('the database', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  /** Names that each check or function with at least half of them lacks. */
  async function missing(names: readonly string[]): Promise<{ listings: string[]; lacking: string[] }> {
    const rows = await open.database.query<Listing>(TEXTS_SQL);
    const listings = rows.filter(
      ({ text }) => names.filter((name) => text.includes(`'${name}'`)).length * 2 >= names.length,
    );
    return {
      listings: listings.map(({ name }) => name),
      lacking: listings.flatMap(({ name: listing, text }) =>
        names.filter((name) => !text.includes(`'${name}'`)).map((name) => `${listing} lacks ${name}`),
      ),
    };
  }

  it('lists every action wherever it lists actions', async () => {
    const { listings, lacking } = await missing(ACTION_NAMES);
    expect(lacking).toEqual([]);
    expect(listings).toContain('agent_intents agent_intents_action_check');
  });

  it('lists the event of every action wherever it lists events', async () => {
    const { listings, lacking } = await missing(EVENTS);
    expect(lacking).toEqual([]);
    expect(listings).toContain('chain_events chain_events_name_check');
    expect(listings.some((name) => name.startsWith('function '))).toBe(true);
  });

  it('can pause each action', async () => {
    const rows = await open.database.query<{ scope: string }>('SELECT scope FROM execution_pauses');
    expect(rows.map(({ scope }) => scope).sort()).toEqual(['global', ...ACTION_NAMES].sort());
  });
});
