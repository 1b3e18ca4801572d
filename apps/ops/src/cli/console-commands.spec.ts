import { LINES } from '../../../console/src/operator/commands.js';
import { COMMANDS } from '../commands/index.js';
import { createProgram } from './program.js';

/** Parses a command line as a shell and `npm run ops` do, and returns the command that would run. */
async function readCommand(line: string): Promise<string> {
  let name = '';
  const execute = (command: { readonly name: string }): Promise<void> => {
    ({ name } = command);
    return Promise.resolve();
  };
  const ignore = (): void => undefined;
  const program = createProgram({ commands: COMMANDS, execute, writeOut: ignore, writeErr: ignore });
  await program.parseAsync(line.split(' '), { from: 'user' });
  return name;
}

const AGENT = 'agent_alice_01';
const EXECUTION = `agent_execution_${'0'.repeat(32)}`;
describe('lines that the console shows', () => {
  it.each([
    [LINES.why(AGENT), 'why'],
    [LINES.why(EXECUTION), 'why'],
    [LINES.showExecution(EXECUTION), 'executions show'],
    [LINES.settleExecuted(EXECUTION, `0x${'ab'.repeat(32)}`), 'executions settle'],
    [LINES.settleFailed(EXECUTION), 'executions settle'],
    [LINES.releaseLane(AGENT), 'lanes release'],
    [LINES.restored(), 'restored'],
    [LINES.showIndex(), 'index show'],
    [LINES.rebuildIndex(), 'index rebuild'],
    [LINES.verify(), 'verify'],
    ...['global', 'buy_yes', AGENT].flatMap((scope) => [
      [LINES.pause(scope), 'pause'],
      [LINES.resume(scope), 'resume'],
    ]),
  ])('%s is accepted', async (line, name) => expect(await readCommand(line)).toBe(name));
});
