import { type PolicyWallet, selectPolicyWallet } from '@app/agents';
import { newId } from '@app/common';
import {
  type EngineFixture,
  MARKET,
  openEngineFixture,
  type WalletOverrides,
} from '../../../../test/support/engine-fixture.js';
import type { StoredControls } from '../execution-controls.js';
import type { NewIntent } from '../intents/intent-writes.repository.js';
import { acceptNewExecution, type NewAcceptance } from './accept-execution.js';
import { AcceptancesRepository } from './acceptances.repository.js';
import { freezeWallet } from './freeze-wallet.js';

const ACCEPTANCE = { requestId: 'test', executionEnabled: true, maxQueued: 3 };

describe('acceptNewExecution', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  const controls: StoredControls = { pausedScopes: [], usable: true, gasPaid: false };
  const newIntent = (agentId: string, fields: Partial<NewIntent> = {}): NewIntent => ({
    ...{ id: newId('agent_intent'), agentId, action: 'buy_yes', userWallet: MARKET, marketId: 'rain', amount: '10' },
    ...{
      marketContractAddress: MARKET,
      minMultiple: null,
      evidence: null,
      outcome: null,
      resolver: null,
      collateralToken: null,
    },
    ...{ closeTimestamp: null, question: null, sourceClient: null, clientRequestId: newId('agent_intent') },
    ...{ requestHash: 'h', warnings: [], preview: null, agentWalletAddress: null, ...fields },
  });
  const draft = async (agentId: string, fields: Partial<NewIntent> = {}): Promise<NewAcceptance> => {
    const { wallet } = await fixture.database.queryOneOrFail<{ wallet: PolicyWallet }>(
      `SELECT ${selectPolicyWallet('$1')} AS wallet`,
      [agentId],
    );
    return { intent: newIntent(agentId, fields), wallet, controls };
  };
  const accept = (drafted: NewAcceptance): ReturnType<typeof acceptNewExecution> =>
    acceptNewExecution(drafted, ACCEPTANCE, new AcceptancesRepository(fixture.database));
  const agent = async (limits: WalletOverrides = {}): Promise<string> => (await fixture.wallet(limits)).agentId;
  const countIntents = async (agentId: string): Promise<number> => {
    const rows = await fixture.database.query('SELECT 1 FROM agent_intents WHERE agent_id = $1', [agentId]);
    return rows.length;
  };

  it.each<[string, (agentId: string) => Promise<NewAcceptance>]>([
    [
      'the policy of the wallet has changed',
      async (agentId) => {
        const drafted = await draft(agentId);
        await fixture.database.transaction((tx) => freezeWallet(tx, agentId));
        return drafted;
      },
    ],
    [
      'the pauses are others',
      async (agentId) => ({ ...(await draft(agentId)), controls: { ...controls, pausedScopes: ['global'] } }),
    ],
    [
      'no worker can execute',
      async (agentId) => ({ ...(await draft(agentId)), controls: { ...controls, usable: false } }),
    ],
    ['a budget is exceeded', (agentId) => draft(agentId, { amount: '101' })],
    [
      'the queue of the wallet is full',
      async (agentId) => {
        for (let queued = 0; queued < ACCEPTANCE.maxQueued; queued += 1) {
          await fixture.accept(await fixture.intent(agentId, { action: 'claim_payout' }));
        }
        return draft(agentId);
      },
    ],
  ])('stores nothing when %s', async (_name, prepare) => {
    const agentId = await agent({ dailyLimit: '100' });
    const drafted = await prepare(agentId);
    const before = await countIntents(agentId);
    expect(await accept(drafted)).toBeNull();
    expect(await countIntents(agentId)).toBe(before);
  });

  it('stores nothing when the key is known', async () => {
    const agentId = await agent();
    const first = await draft(agentId);
    expect(await accept(first)).toMatchObject({ intentId: first.intent.id, attempt: 1, status: 'queued' });
    expect(await accept(await draft(agentId, { clientRequestId: first.intent.clientRequestId }))).toBeNull();
    expect(await countIntents(agentId)).toBe(1);
  });

  it('neither deadlocks nor exceeds a budget beside other acceptances, a change of the wallet and a freeze', async () => {
    const agentId = await agent({ dailyLimit: '15' });
    const intents = await Promise.all([1, 2, 3].map(() => fixture.intent(agentId, { action: 'claim_payout' })));
    const drafts = await Promise.all([1, 2, 3, 4, 5, 6].map(() => draft(agentId)));
    const results = await Promise.allSettled([
      ...drafts.map((drafted) => accept(drafted)),
      ...intents.map((id) => fixture.accept(id)),
      fixture.database.transaction((tx) => freezeWallet(tx, agentId)),
    ]);
    const reasons = results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
    expect(reasons).toEqual([]);
    const rows = await fixture.database.query<{ status: string }>(
      `SELECT status FROM executions WHERE agent_id = $1 AND action = 'buy_yes' AND status <> 'cancelled'`,
      [agentId],
    );
    expect(rows.length).toBeLessThanOrEqual(1);
  });
});
