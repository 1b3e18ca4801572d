import { derivePasscode } from '@app/agents';
import { newAgentId } from '../../conformance/support/agent.js';
import { awaitMail } from '../support/await-mail.js';
import { presage, type CommandResult } from '../support/run-presage.js';
import type { Product } from '../support/product.js';

const CLOSES_AT = new Date(Date.now() + 365 * 86_400_000).toISOString();
/** Port 1 is one that fetch never connects to. */
const CLOSED_PORT = 'http://127.0.0.1:2';

export function commandLine(product: Product): void {
  describe('the command line', () => {
    const agent = newAgentId();
    let market = '';

    function run(...words: string[]): Promise<CommandResult> {
      return presage(words, { PRESAGE_URL: product.stack.api.url, PRESAGE_AGENT: agent });
    }

    async function data(...words: string[]): Promise<any> {
      const result = await run(...words);
      expect(result).toMatchObject({ code: 0, err: '' });
      return JSON.parse(result.out);
    }

    async function usdc(of = agent): Promise<string> {
      const { balances } = await data('--agent', of, 'agent', 'show');
      return balances.find(({ symbol }: any) => symbol === 'USDC').amount;
    }

    beforeAll(async () => {
      await data('agent', 'setup', '--max-trade-amount', '50');
      const words = ['--question', 'Will it rain?', '--closes', CLOSES_AT];
      market = (await data('create', agent, ...words)).market_contract_address;
    });

    it('bets once for a purpose, and prints the same outcome again', async () => {
      const buy = ['buy', market, 'yes', '5', '--purpose', 'entry'];
      const bought = await data(...buy);
      expect(bought).toMatchObject({ status: 'executed', action: 'buy_yes', purpose: 'entry' });
      expect(bought).toMatchObject({ outcome: 'YES', amount: '5', probability_yes: '1.0000' });
      expect(await data(...buy)).toEqual(bought);
      expect(await data('intent', 'show', bought.intent_id)).toEqual(bought);
      expect(await data('markets', 'show', market)).toMatchObject({ onchain: { yes_pool: '5' } });
      expect(await data('markets', 'quote', market, 'no', '1')).toMatchObject({ outcome: 'NO', amount: '1' });
      const listed = await data('markets', 'list');
      expect(listed.map((one: any) => one.market_contract_address)).toContain(market);
      expect(await data('agent', 'budget')).toMatchObject([{ rule: 'max_trade_amount', limit: '50' }]);
      expect(await usdc()).toBe('995');
    });

    it('takes the name that the agent gave a market', async () => {
      const shown = await data('markets', 'show', agent);
      expect(shown).toMatchObject({ onchain: { market_id: agent, market_contract_address: market } });
      expect(await data('markets', 'quote', agent, 'yes', '1')).toMatchObject({ market_contract_address: market });
      const [position] = await data('positions');
      expect(position).toMatchObject({ market_id: agent, outcome: 'YES', quantity: '5', claim_action: null });
      expect(await data('portfolio')).toMatchObject({ agent_id: agent, positions: [position] });
      const [newest] = await data('intent', 'list');
      expect(newest).toMatchObject({ action: 'buy_yes', market_id: agent, purpose: 'entry' });
      expect((await data('activity')).map(({ type }: any) => type)).toContain('execution');
    });

    it('creates one market for a time from now, however often it runs', async () => {
      const words = ['create', `${agent}-soon`, '--question', 'Soon?', '--closes', '+1h'];
      const created = await data(...words);
      expect(Date.parse(created.closes_at)).toBeGreaterThan(Date.now());
      expect(await data(...words)).toEqual(created);
    });

    it('sets an agent up again without more tokens', async () => {
      const { balances } = await data('agent', 'show');
      expect((await data('agent', 'setup', '--max-trade-amount', '50')).balances).toEqual(balances);
    });

    it('keeps the permissions of an agent that is set up again', async () => {
      const restricted = newAgentId();
      const terms = { wallet_provider: 'provider_agent_wallet', allowed_actions: ['buy_yes'] };
      const { status } = await fetch(`${product.stack.api.url}/agent/wallets`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ agent_id: restricted, ...terms }),
      });
      expect(status).toBe(201);
      expect(await data('--agent', restricted, 'agent', 'setup', '--no-faucet')).toMatchObject(terms);
    });

    it('asks the faucet for more tokens', async () => {
      const tester = newAgentId();
      await data('--agent', tester, 'agent', 'setup', '--no-faucet');
      await data('--agent', tester, 'agent', 'faucet');
      expect(await usdc(tester)).toBe('1000');
    });

    it('proves that the event log is complete and unchanged', async () => {
      const { events, head_hash } = await data('verify');
      expect(events).toBeGreaterThan(5);
      expect(head_hash).toMatch(/^[\da-f]{64}$/);
    });

    it('refuses an action that would not execute, and carries it out once the cause is gone', async () => {
      expect(await run('refund', market)).toMatchObject({ code: 4, out: '' });
      await data('cancel', market);
      expect(await data('refund', market)).toMatchObject({ status: 'executed', paid: '5' });
    });

    it.each([
      ['an unknown command', ['bet', 'x']],
      ['an outcome that does not exist', ['buy', 'x', 'maybe', '5']],
      ['a bet without a purpose', ['buy', 'x', 'yes', '5']],
      ['a malformed amount', ['buy', 'MARKET', 'yes', '-', '--purpose', 'malformed']],
      ['a group without a command', ['markets']],
    ])('exits with 2 for %s', async (_case, words) => {
      const { code, out } = await run(...words.map((word) => (word === 'MARKET' ? market : word)));
      expect({ code, out }).toEqual({ code: 2, out: '' });
    });

    it('exits with 3 while the service does not run, and says to repeat the command', async () => {
      const { code, err } = await presage(['agent', 'show'], { PRESAGE_URL: CLOSED_PORT, PRESAGE_AGENT: agent });
      expect({ code, ...JSON.parse(err) }).toMatchObject({ code: 3, error: { code: 'no_answer' } });
      expect(err).toContain('Then run the same command again.');
    });

    it('exits with 4 when the policy refuses the bet', async () => {
      const { code, err } = await run('buy', market, 'yes', '51', '--purpose', 'too much');
      expect({ code, ...JSON.parse(err) }).toMatchObject({ code: 4, error: { code: 'agent_policy_violation' } });
    });

    it('exits with 5 while no worker executes, and with 0 when the same command is repeated afterwards', async () => {
      const { workers } = product.stack;
      const words = ['create', `${agent}-later`, '--question', 'Later?', '--closes', CLOSES_AT];
      await Promise.all(workers.map((worker) => worker.stop()));
      try {
        const waiting = await run(...words, '--timeout', '2');
        expect({ code: waiting.code, ...JSON.parse(waiting.out) }).toMatchObject({ code: 5, status: 'pending' });
      } finally {
        await Promise.all(workers.map((worker) => worker.start()));
      }
      expect(await data(...words)).toMatchObject({ status: 'executed' });
    });

    it('makes a bet above the threshold of its owner after `intent approve`, and never before', async () => {
      const owner = product.agent(agent);
      const user_email = `${agent}@example.com`;
      const wallet_update = { policy_metadata: { approval_above: '2' } };
      const start = await owner.post('/agent/onboarding/start', { agent_id: agent, user_email, wallet_update });
      const { onboarding_id } = start.body.onboarding;
      const otp = derivePasscode(product.stack.secrets.passcodeKey, onboarding_id);
      expect((await owner.post('/agent/onboarding/verify', { onboarding_id, otp })).status).toBe(200);

      const open = (await data('create', `${agent}-approved`, '--question', 'Approved?', '--closes', CLOSES_AT))
        .market_contract_address;
      const buy = ['buy', open, 'no', '3', '--purpose', 'above the threshold'];
      for (let turn = 0; turn < 2; turn += 1) {
        const { code, err } = await run(...buy);
        expect({ code, ...JSON.parse(err) }).toMatchObject({ code: 4, error: { code: 'agent_approval_required' } });
      }
      const { text } = await awaitMail(product, user_email, 'The passcode approves only this trade.');
      const [, passcode = '', id = ''] = /Your passcode is (\d{6})[^]*^Intent: (\w+)$/m.exec(text) ?? [];
      expect(await data('intent', 'approve', id, passcode)).toMatchObject({ intent_id: id, status: 'confirmed' });
      expect(await data(...buy)).toMatchObject({ status: 'executed', intent_id: id });
    });

    it('prints tables, help and completions', async () => {
      expect((await run('-o', 'table', 'markets', 'list')).out).toMatch(/^ID +NAME +STATUS +CLOSES .*\n\S/);
      const help = await run('buy', '--help');
      expect(help).toMatchObject({ code: 0, out: expect.stringContaining('Example:') });
      expect((await run('complete', '--', 'markets', 's')).out).toBe('show\n');
      expect((await run('complete', '--', 'buy', agent)).out.split('\n')).toContain(agent);
    });
  });
}
