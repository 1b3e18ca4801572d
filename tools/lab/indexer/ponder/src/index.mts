import { ponder } from 'ponder:registry';
import { market, payment, position } from 'ponder:schema';

const outcomeOf = (code: number): 'YES' | 'NO' => (code === 1 ? 'YES' : 'NO');

ponder.on('Factory:MarketCreated', async ({ event, context }) => {
  const { market: address, id } = event.args;
  await context.db.insert(market).values({ address, id, phase: 'open', yesPool: 0n, noPool: 0n });
});

ponder.on('Market:Bought', async ({ event, context }) => {
  const { buyer, amount } = event.args;
  const outcome = outcomeOf(event.args.outcome);
  const address = event.log.address;
  await context.db
    .update(market, { address })
    .set((row) => (outcome === 'YES' ? { yesPool: row.yesPool + amount } : { noPool: row.noPool + amount }));
  await context.db
    .insert(position)
    .values({ market: address, account: buyer, outcome, stake: amount })
    .onConflictDoUpdate((row) => ({ stake: row.stake + amount }));
});

ponder.on('Market:Closed', async ({ event, context }) => {
  await context.db.update(market, { address: event.log.address }).set({ phase: 'closed' });
});

ponder.on('Market:Resolved', async ({ event, context }) => {
  const winner = outcomeOf(event.args.winningOutcome);
  await context.db.update(market, { address: event.log.address }).set({ phase: 'resolved', winner });
});

ponder.on('Market:Cancelled', async ({ event, context }) => {
  await context.db.update(market, { address: event.log.address }).set({ phase: 'cancelled' });
});

ponder.on('Market:PayoutClaimed', async ({ event, context }) => {
  const { account, payout } = event.args;
  await context.db.insert(payment).values({ market: event.log.address, account, amount: payout });
});

ponder.on('Market:RefundClaimed', async ({ event, context }) => {
  const { account, amount } = event.args;
  await context.db.insert(payment).values({ market: event.log.address, account, amount });
});
