import { derivePasscode } from '@app/agents';
import { ACTION_NAMES } from '@app/common';
import type { AgentClient, Answer } from '../support/agent-client.js';
import { awaitMail, type Mail } from '../support/await-mail.js';
import type { Product } from '../support/product.js';
import { readRows } from '../support/read-rows.js';

export function agentOnboarding(product: Product): void {
  describe('an agent whose owner has a mailbox', () => {
    let carol: AgentClient;
    const passcodes: string[] = [];
    const market = { market_id: 'carols-market', market_contract_address: '' };

    beforeAll(() => {
      carol = product.agent('agent_carol_03');
    });

    async function start(fields: object = {}): Promise<{ id: string; mail: Mail; passcode: string }> {
      const mailbox = 'carol@example.com';
      const { status, body } = await carol.post('/agent/onboarding/start', {
        agent_id: carol.agentId,
        user_email: mailbox,
        ...fields,
      });
      expect([status, body.onboarding.user_email]).toEqual([201, 'c***@e***.com']);
      const id: string = body.onboarding.onboarding_id;
      const passcode = derivePasscode(product.stack.secrets.passcodeKey, id);
      passcodes.push(passcode);
      const mail = await awaitMail(product, mailbox, passcode);
      return { id, mail, passcode };
    }

    const verify = (id: string, otp: string): Promise<Answer> =>
      carol.post('/agent/onboarding/verify', { onboarding_id: id, otp });

    it('gets the passcode by e-mail and can execute after verifying it', async () => {
      const { id, mail, passcode } = await start();
      expect(mail.html).toContain(passcode);
      expect(mail.text).toContain(carol.agentId);

      const { status, body } = await verify(id, passcode);
      expect([status, body.next_step]).toEqual([200, 'ready']);
      expect(body.agent_wallet.allowed_actions).toEqual(ACTION_NAMES);
      carol.address = body.agent_wallet.agent_wallet_address;
      expect((await carol.post(`/agent/wallets/${carol.agentId}/faucet`)).status).toBe(200);

      Object.assign(market, await product.createMarket(carol, market.market_id));
    });

    it('sees its positions in the portfolio, and a claimable refund when the market is cancelled', async () => {
      await carol.run('buy_yes', { ...market, amount: '10' });
      await carol.run('buy_no', { ...market, amount: '2.5' });
      await product.awaitReadModels();
      const held = (await carol.get(`/agent/portfolio/${carol.agentId}`)).body.portfolio;
      expect(held).toMatchObject({ active_positions_count: 2, total_exposure: '12.5', claimable_refundable_count: 0 });
      expect(held.positions.map((position: any) => [position.outcome, position.quantity])).toEqual([
        ['YES', '10'],
        ['NO', '2.5'],
      ]);
      expect(held.as_of_block).toBeGreaterThan(0);

      await carol.run('cancel_market', market);
      await product.awaitReadModels();
      const refundable = (await carol.get(`/agent/portfolio/${carol.agentId}`)).body.portfolio;
      expect(refundable).toMatchObject({
        active_positions_count: 0,
        claimable_refundable_count: 2,
        total_exposure: '0',
      });

      const claimed = await carol.run('claim_refund', market);
      await product.awaitReadModels();
      const settled = (await carol.get(`/agent/portfolio/${carol.agentId}`)).body.portfolio;
      expect(settled.settlements).toEqual(
        ['YES', 'NO'].map((outcome) =>
          expect.objectContaining({ outcome, status: 'SETTLED', tx_hash: claimed.body.execution.transaction_hash }),
        ),
      );
    });

    it('is warned that the resolver of a market is its creator', async () => {
      const { body } = await carol.post('/agent/intents', {
        action: 'claim_refund',
        agent_id: carol.agentId,
        user_wallet: carol.address,
        ...market,
      });
      expect(body.intent.warnings).toEqual(['the resolver of this market is its creator']);
    });

    it('lists its activity, newest first', async () => {
      const { body } = await carol.get(`/agent/activity/${carol.agentId}?limit=3`);
      expect(body.activity.items.map(({ type, action, status }: any) => [type, action, status])).toEqual([
        ['intent', 'claim_refund', 'preview'],
        ['execution', 'claim_refund', 'executed'],
        ['intent', 'claim_refund', 'executed'],
      ]);
      expect(body.activity.next_cursor).not.toBeNull();
    });

    it('gets a looser policy only by verifying the e-mail that states it', async () => {
      const tight = { agent_id: carol.agentId, wallet_provider: 'provider_agent_wallet', allowed_actions: ['buy_yes'] };
      expect((await carol.post('/agent/wallets', tight)).status).toBe(200);
      const loose = { ...tight, allowed_actions: ['buy_yes', 'buy_no'] };
      expect((await carol.post('/agent/wallets', loose)).body.error.code).toBe('agent_policy_violation');

      const { id, mail, passcode } = await start({
        wallet_update: { allowed_actions: ['buy_yes', 'buy_no'], policy_metadata: { max_trade_amount: '7.5' } },
      });
      expect(mail.text).toContain('buy_yes, buy_no');
      expect(mail.text).toContain('7.5');
      expect((await verify(id, passcode)).body.agent_wallet).toMatchObject({
        allowed_actions: ['buy_yes', 'buy_no'],
        policy_metadata: { max_trade_amount: '7.5' },
      });
    });

    it('leaves no passcode in logs or in database rows, including the queue', async () => {
      const { databaseUrl, api, workers } = product.stack;
      const rows = await readRows(databaseUrl);
      const logs = [api, ...workers].map(({ log }) => log);
      expect(rows.some((row) => row.includes(carol.agentId))).toBe(true);
      for (const passcode of passcodes) {
        // Excludes digits inside of ids and hashes, and fractions of times and prices.
        const alone = new RegExp(`(?<![0-9a-fA-F.])${passcode}(?![0-9a-fA-F])`);
        expect([...rows, ...logs].filter((text) => alone.test(text))).toEqual([]);
      }
    });
  });
}
