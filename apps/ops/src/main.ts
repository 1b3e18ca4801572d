import { AGENT_ENTITIES } from '@app/agents';
import { API_KEY_ENTITIES } from '@app/api-keys';
import { ChainRpc } from '@app/chain';
import { loadOpsSettings } from '@app/config';
import { createDataSource, Database } from '@app/persistence';
import { AuditEntryEntity } from './cli/audit-entry.entity.js';
import { failureOf } from './cli/failure.js';
import { runOps, type OpsRun } from './cli/run-ops.js';
import { COMMANDS } from './commands/index.js';

/** Opens what the settings name, for one command. */
const open: OpsRun['open'] = async (actor) => {
  const settings = loadOpsSettings();
  const source = await createDataSource({
    settings,
    applicationName: 'presage-ops',
    entities: [...AGENT_ENTITIES, ...API_KEY_ENTITIES, AuditEntryEntity],
    onIdleError: () => undefined,
  }).initialize();
  const rpc = new ChainRpc({ url: settings.CHAIN_RPC_URL });
  return {
    context: { database: new Database(source), rpc, settings, actor },
    close: () => source.destroy(),
  };
};

const run: OpsRun = {
  commands: COMMANDS,
  open,
  out: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
};

runOps(run, process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const { text, exitCode } = failureOf(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = exitCode;
  },
);
