import { withStack } from '../../support/with-stack.js';
import { createCommand, wholeNumber } from '../../support/cli.js';
import { progressLog } from '../../support/progress-log.js';
import { runMcpKills } from './run-mcp-kills.js';

const RANDOM_SEEDS = 1_000_000;

const { executes, seed } = createCommand(
  'mcp-crash-test',
  'Kills client, MCP server or API in the middle of MCP calls.',
)
  .option('--executes <n>', 'calls of execute_intent to interrupt', wholeNumber(), 1_000)
  .option('--seed <n>', 'seed of the run; random by default', wholeNumber(0), Date.now() % RANDOM_SEEDS)
  .parse()
  .opts<{ readonly executes: number; readonly seed: number }>();

const log = progressLog();
log(`seed ${seed}`);
await withStack(async (stack) => {
  const { interrupted, wrong, ...report } = await runMcpKills({ stack, executes, seed, log });
  const counts = Object.entries(interrupted).map(([victim, count]) => `${count} by the ${victim}`);
  console.log(`${report.executes} bets, calls interrupted: ${counts.join(', ')}`);
  console.log(wrong.length === 0 ? 'each bet is on the chain exactly once' : `wrong: ${wrong.join('; ')}`);
  if (wrong.length > 0) process.exitCode = 1;
});
