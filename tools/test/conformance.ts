import { createCommand } from '../support/cli.js';
import { runJest } from '../support/jest.js';

const command = createCommand('conformance', 'Tests a running service against its contract over HTTP.')
  .requiredOption('--base-url <url>', 'address of the service, such as http://127.0.0.1:4000')
  .option(
    '--inbox-url <url>',
    'address of the local inbox; without it, tests that need an e-mailed passcode are left out',
  )
  .argument('[jest arguments...]', 'passed on to Jest, after --')
  .action(conformance);

/** One file per endpoint, one block per status and code; responses are checked against the service's /openapi.json. */
async function conformance(
  jestArguments: readonly string[],
  options: { baseUrl: string; inboxUrl?: string },
): Promise<void> {
  const baseUrl = options.baseUrl.replace(/\/$/, '');
  if (!(await responds(`${baseUrl}/health`))) command.error(`no response from ${baseUrl}/health`);
  if (options.inboxUrl === undefined) {
    console.log('[conformance] no --inbox-url: tests that need an e-mailed passcode are left out');
  }
  process.exitCode = await runJest(['--config=test/conformance/jest.config.mjs', ...jestArguments], {
    ...process.env,
    CONFORMANCE_BASE_URL: baseUrl,
    ...(options.inboxUrl !== undefined && { CONFORMANCE_INBOX_URL: options.inboxUrl.replace(/\/$/, '') }),
  });
}

async function responds(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false; // refused, unresolvable or not a URL
  }
}

await command.parseAsync();
