import 'reflect-metadata';
import { availableParallelism, loadavg } from 'node:os';
import { createCommand, wholeNumber } from '../../../support/cli.js';
import { withStack } from '../../../support/with-stack.js';
import { compareBuys, type Crowd, type Waits } from './compare-buys.js';

const { wallets, buys, perSecond } = createCommand(
  'bench fairness',
  'Measures a funded buy alone and beside wallets without money, with and without API keys.',
)
  .option('--wallets <n>', 'wallets without money that execute all the time', wholeNumber(), 500)
  .option('--per-second <n>', 'executions that they start per second', wholeNumber(), 50)
  .option('--buys <n>', 'funded buys per figure', wholeNumber(), 5)
  .parse()
  .opts<Crowd & { readonly buys: number }>();
console.log(`[bench] ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
const rows: object[] = [];
for (const keys of [false, true]) {
  const waits = await withStack((stack) => compareBuys(stack, { wallets, buys, perSecond, keys }), {
    env: { LOG_LEVEL: 'warn', RATE_LIMIT: '0', AUTH_MODE: keys ? 'api_key' : 'off' },
  });
  rows.push(toRow(keys, waits));
}
console.table(rows);
process.exit();

function toRow(keys: boolean, { aloneMs, besideMs, ended, accepted, sends }: Waits): object {
  const [alone, beside] = [median(aloneMs), median(besideMs)];
  return {
    keys: keys ? 'two accounts' : 'off',
    'alone ms': alone,
    'beside ms': beside,
    'slowest ms': Math.max(...besideMs),
    ratio: Number((beside / alone).toFixed(2)),
    'others accepted': accepted,
    'others ended': ended,
    'others sent': sends,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
