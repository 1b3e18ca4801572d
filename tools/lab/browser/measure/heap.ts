import type { CDPSession, Page } from 'playwright-core';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { writeEvents } from '../../bench/streams/event-writer.js';
import type { Figure } from '../../bench/support/report.js';
import type { MeasuredConsole } from './measured-console.js';

const MB = 1_000_000;
const MAX_GROWTH_MB = 20;
const PER_SECOND = 250;
/** Events before the first reading: caches and compiled code grow with them. */
const WARM_UP_EVENTS = 1_000;

/** Sends a tab the events of a day, and measures the growth of its heap after a garbage collection. */
export async function measureHeap(console: MeasuredConsole, events: number): Promise<Figure> {
  const { browser, url, seed } = console;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}#/agents/${seed.agentId}`);
  const session = await context.newCDPSession(page);
  await receive(console, { page, events: WARM_UP_EVENTS, prefix: 'agent_intent_warm_up' });
  const before = await usedBytes(session);
  await receive(console, { page, events, prefix: 'agent_intent_day' });
  const after = await usedBytes(session);
  await context.close();
  return {
    name: `heap of a tab after ${events} events, growth`,
    ...{ unit: 'MB', product: (after - before) / MB, bar: { max: MAX_GROWTH_MB } },
    note: `${(before / MB).toFixed(1)} MB before`,
  };
}

interface Receipt {
  readonly page: Page;
  readonly events: number;
  /** Prefix of the ids of the intents. */
  readonly prefix: string;
}

/** Commits events of the agent, and waits until the tab shows the last. */
async function receive({ seed, databaseUrl }: MeasuredConsole, { page, events, prefix }: Receipt): Promise<void> {
  await writeEvents({
    ...{ url: databaseUrl, perSecond: PER_SECOND, seconds: events / PER_SECOND },
    ...{ pickAgent: () => seed.agentId, prefix },
  });
  const head = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ head: string }>('SELECT head_seq AS head FROM event_logs WHERE log = $1', [
      `agent:${seed.agentId}`,
    ]);
    return rows[0]?.head ?? '0';
  });
  await page
    .getByRole('region', { name: 'Events', exact: true })
    .getByRole('cell', { name: head, exact: true })
    .waitFor({ timeout: 0 });
}

async function usedBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage'); // what finalizers have released
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
