import { JsonRpc } from '@app/chain';
import { AppError } from '@app/common';
import { loadOpsSettings, SettingsError } from '@app/config';
import { createDataSource, Database, poolOf } from '@app/persistence';
import { type Command, UsageError } from './commands/command.js';
import { pause, resume } from './commands/pause.js';
import { reconcile } from './commands/reconcile.js';

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['pause', pause],
  ['resume', resume],
  ['reconcile', reconcile],
]);

/** `npm run ops -- COMMAND [ARGUMENTS] [--json]`. Exit codes: 0 done, 1 failed, 2 not understood. */
async function main(words: readonly string[]): Promise<number> {
  const json = words.includes('--json');
  const [name, ...args] = words.filter((word) => word !== '--json');
  const command = COMMANDS.get(name ?? '');
  if (command === undefined) {
    process.stdout.write(usage());
    return name === undefined || name === 'help' ? 0 : 2;
  }
  const settings = loadOpsSettings();
  const source = await createDataSource({
    settings,
    applicationName: 'presage-ops',
    onIdleError: () => undefined,
  }).initialize();
  const rpc = new JsonRpc({ url: settings.CHAIN_RPC_URL, chainId: settings.CHAIN_ID });
  try {
    const result = await command.run({ database: new Database(poolOf(source)), rpc, settings }, args);
    process.stdout.write(json ? `${JSON.stringify(result.data)}\n` : result.lines.map((line) => `${line}\n`).join(''));
    return 0;
  } finally {
    rpc.close();
    await source.destroy();
  }
}

function usage(): string {
  const rows = [...COMMANDS.values()].map(({ usage: form, summary }) => `  ${form}\n      ${summary}\n`);
  return `npm run ops -- COMMAND [--json]\n\n${rows.join('')}`;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const known = error instanceof UsageError || error instanceof SettingsError || error instanceof AppError;
    const told = known ? error.message : `failed: ${error instanceof Error ? error.constructor.name : 'unknown error'}`;
    process.stderr.write(`${told}\n`);
    process.exitCode = error instanceof UsageError || error instanceof SettingsError ? 2 : 1;
  },
);
