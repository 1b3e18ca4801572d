import { planContextOf } from '@app/agents';
import { JsonRpc, RpcChainHistory } from '@app/chain';
import { loadOpsSettings, type OpsSettings, SettingsError } from '@app/config';
import { describeVerification, type Verification, verifyRecords } from '@app/engine';
import { createDataSource, Database, poolOf } from '@app/persistence';

/** `npm run verify [-- --json]`. Exit codes: 0 everything agrees, 1 something does not, 2 it could not be told. */
async function main(words: readonly string[]): Promise<number> {
  const unknown = words.find((word) => word !== '--json');
  if (unknown !== undefined) throw new SettingsError([`${unknown} is no option; --json is`]);
  const verification = await verify(loadOpsSettings());
  const json = words.includes('--json');
  process.stdout.write(`${json ? JSON.stringify(verification) : describeVerification(verification)}\n`);
  return verification.findingsCount === 0 ? 0 : 1;
}

async function verify(settings: OpsSettings): Promise<Verification> {
  const source = await createDataSource({
    settings,
    applicationName: 'presage-verify',
    onIdleError: () => undefined,
  }).initialize();
  const rpc = new JsonRpc({ url: settings.CHAIN_RPC_URL, chainId: settings.CHAIN_ID });
  try {
    return await verifyRecords({
      database: new Database(poolOf(source)),
      chain: new RpcChainHistory(rpc, settings.FACTORY_ADDRESS),
      plan: planContextOf(settings),
      fromBlock: 0,
    });
  } finally {
    rpc.close();
    await source.destroy();
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const told = error instanceof SettingsError ? error.message : reasonOf(error);
    process.stderr.write(`nothing could be verified: ${told}\n`);
    process.exitCode = 2;
  },
);

/** A driver's message may quote what it was connected with. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.constructor.name}${code}`;
}
