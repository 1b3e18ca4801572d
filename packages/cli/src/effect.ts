import { type Outcome, type Presage, PresageError } from '@presage/sdk';

const CLAIMS = ['claim_payout', 'claim_refund'];
const DECIMALS = 18;

/** Effect of an action: terms of a new market, or stake and odds after a bet. */
export function describeEffect({ intent, execution }: Outcome): object {
  if (intent.action === 'create_market') return { market_id: intent.market_id, closes_at: intent.close_timestamp };
  if (intent.action !== 'buy_yes' && intent.action !== 'buy_no') return {};
  const { total_yes: yes, total_no: no } = execution?.readback ?? {};
  return {
    outcome: intent.action === 'buy_yes' ? 'YES' : 'NO',
    amount: intent.amount,
    probability_yes: typeof yes === 'string' && typeof no === 'string' ? share(Number(yes), Number(no)) : null,
  };
}

function share(yes: number, no: number): string | null {
  return yes + no === 0 ? null : (yes / (yes + no)).toFixed(4);
}

/** The amount that a claim has paid, display units; null while it is not listed. Nothing for other actions. */
export async function readPayment(presage: Presage, { status, intent, execution }: Outcome): Promise<object> {
  if (!CLAIMS.includes(intent.action)) return {};
  const hash = execution?.transaction_hash ?? null;
  if (status !== 'executed' || hash === null) return { paid: null };
  const amounts = await listPayments(presage, intent.agent_id, hash);
  return { paid: amounts.length === 0 ? null : sum(amounts) };
}

/** The portfolio has every executed claim. None when the service does not answer: the claim is made all the same. */
async function listPayments(presage: Presage, agent_id: string, hash: string): Promise<string[]> {
  try {
    const { portfolio } = await presage.request('getPortfolio', { path: { agent_id } });
    return portfolio.settlements.filter(({ tx_hash }) => tx_hash === hash).map(({ amount }) => amount);
  } catch (error) {
    if (error instanceof PresageError) return [];
    throw error;
  }
}

/** Adds decimal strings exactly: a refund returns the stakes on both outcomes. */
function sum(amounts: readonly string[]): string {
  const units = amounts.map((amount) => {
    const [whole = '0', fraction = ''] = amount.split('.');
    return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  });
  const digits = `${units.reduce((left, right) => left + right, 0n)}`.padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '');
}
