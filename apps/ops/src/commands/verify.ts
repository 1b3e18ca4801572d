import { planContextOf } from '@app/agents';
import { ChainHistory } from '@app/chain';
import { describeVerification, verifyRecords } from '@app/audit';
import type { Command } from '../cli/command.js';

export const verify: Command = {
  name: 'verify',
  arguments: [],
  summary: 'holds the whole record against the chain: what is recorded is what happened, and happened once',
  details: [
    'Reads database and chain, and changes nothing. Exit code 1 when something does not agree; what that is stands in the last lines. `npm run verify` is the same by itself.',
  ],
  changes: false,
  run: async ({ database, rpc, settings }) => {
    const verification = await verifyRecords({
      database,
      chain: new ChainHistory(rpc, settings.FACTORY_ADDRESS),
      plan: planContextOf(settings),
      fromBlock: 0,
    });
    const lines = describeVerification(verification).split('\n');
    return { lines, data: verification, disagrees: verification.findingsCount > 0 };
  },
};
